import { expect, test } from 'vitest'
import type { PersonDetail } from '#contract/people/persons.ts'
import { takeOf, valueOf, valuesOf } from './merge-fields.ts'

const person = (part: Partial<PersonDetail>): PersonDetail => ({
  id: 'a',
  firstName: 'Ada',
  lastName: 'Eze',
  email: null,
  phone: null,
  kind: 'member',
  confirmed: true,
  smsOptedOut: false,
  optOuts: [],
  emailStop: null,
  samePhone: 0,
  joinedOn: '2026-01-04',
  pictureUrl: null,
  groups: [],
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  families: [],
  isStaff: false,
  archivedAt: null,
  mergedInto: null,
  undoChange: null,
  version: 1,
  ...part,
})
const first = person({})
const second = person({ id: 'b', phone: '+2348031234567', kind: 'first_timer' })
const third = person({ id: 'c', phone: '+2348031234567', email: 'ada@mail.example' })

test('a value that several have is offered once, an empty one not at all', () => {
  expect(valuesOf([first, second, third], 'phone').map(({ id }) => id)).toEqual(['b'])
  expect(valuesOf([first, second, third], 'kind').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(valuesOf([first, second], 'address')).toEqual([])
})

test('a birthday is one thing, whatever parts are known', () => {
  expect(valueOf(first, 'birthday')).toBe('')
  expect(valueOf(person({ birthDay: 3, birthMonth: 6 }), 'birthday')).toBe('3-6-')
})

test('the value of the one who is kept is taken unless another was chosen', () => {
  const fields = ['kind', 'phone'] as const
  const people = [first, second, third]
  expect(takeOf(people, { fields, keepId: 'a', chosen: {} })).toEqual({ kind: 'a', phone: 'b' })
  expect(takeOf(people, { fields, keepId: 'c', chosen: {} })).toEqual({ kind: 'c', phone: 'c' })
  expect(takeOf(people, { fields, keepId: 'c', chosen: { kind: 'b' } })).toEqual({ kind: 'b', phone: 'c' })
})
