import { expect, test } from 'vitest'
import { bodyOf, emptyDraft, hasOtherGroups, isChanged, nextDraft, rebase } from './draft.ts'

const before = { ...emptyDraft('2026-01-04'), firstName: 'Ada', phone: '+234 803 123 4567', kind: 'member' as const }
const [choir, ushers] = [
  { id: 'c', name: 'Choir' },
  { id: 'u', name: 'Ushers' },
]

test('what is left empty is told to the server as nothing', () => {
  expect(bodyOf({ ...before, birthDay: '3', birthMonth: '6' })).toMatchObject({
    firstName: 'Ada',
    lastName: '',
    email: null,
    gender: null,
    birthDay: 3,
    birthMonth: 6,
    birthYear: null,
    address: null,
  })
})

test('the order of groups is no change, a group more is one', () => {
  const both = { ...before, groups: [choir, ushers] }
  expect(hasOtherGroups(both, { ...before, groups: [ushers, choir] })).toBe(false)
  expect(isChanged(both, { ...before, groups: [choir] })).toBe(true)
  expect(isChanged(before, { ...before })).toBe(false)
})

test('what somebody else has written comes in beside what was typed here', () => {
  const mine = { ...before, address: '4 Allen Avenue', phone: '0803' }
  const theirs = { ...before, phone: '+234 809 777 1530', email: 'ada@mail.example', groups: [choir] }
  const { draft, clashes } = rebase(mine, before, theirs)
  expect(draft).toEqual({ ...theirs, address: '4 Allen Avenue', phone: '0803' })
  expect(clashes).toEqual(['phone'])
})

test('the same typed by both is no clash, and groups chosen on either side are there', () => {
  const mine = { ...before, email: 'ada@mail.example', groups: [ushers] }
  const theirs = { ...before, email: 'ada@mail.example', groups: [choir] }
  const { draft, clashes } = rebase(mine, before, theirs)
  expect(draft.groups).toEqual([choir, ushers])
  expect(clashes).toEqual([])
})

test('the next of several keeps what they share', () => {
  const next = nextDraft({ ...before, kind: 'first_timer', groups: [choir] })
  expect(next).toEqual({ ...emptyDraft('2026-01-04'), kind: 'first_timer', groups: [choir] })
})
