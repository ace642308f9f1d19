import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportPlan } from '#contract/people/imports.ts'
import { anyText } from '../../test-kit/any-text.ts'
import { checkRow, splitName } from './check-row.ts'
import { cleanCell, meaningOf } from './cell-words.ts'
import { readDate, readGroups, type DateOrder } from './read-values.ts'
import { namesFit } from './decide-row.ts'

const today = '2026-11-21'

test.each<[string, DateOrder, string | null]>([
  ['12/03/1985', 'dmy', '1985-3-12'],
  ['12/03/1985', 'mdy', '1985-12-3'],
  ['25/12/1990', 'mdy', '1990-12-25'],
  ['12/25/1990', 'dmy', '1990-12-25'],
  ['85-03-12', 'ymd', '1985-3-12'],
  ['1985-03-12T00:00:00.000Z', 'mdy', '1985-3-12'],
  ['1985/3/2', 'dmy', '1985-3-2'],
  ['19850312', 'dmy', '1985-3-12'],
  ['31118', 'dmy', '1985-3-12'],
  ['12.3.26', 'dmy', '2026-3-12'],
  ['12.3.27', 'dmy', '1927-3-12'],
  ['12 mars 1985', 'dmy', '1985-3-12'],
  ['March 12th, 1985', 'dmy', '1985-3-12'],
  ['12-Mar-85', 'dmy', '1985-3-12'],
  ['1er août 1990', 'dmy', '1990-8-1'],
  ['12 de março de 1985', 'dmy', '1985-3-12'],
  ['3 Septemba 2001', 'dmy', '2001-9-3'],
  ['12 March', 'dmy', 'null-3-12'],
  ['12/03', 'dmy', 'null-3-12'],
  ['1985', 'dmy', '1985-null-null'],
  ['29/02/2023', 'dmy', null],
  ['31 June 2020', 'dmy', null],
  ['jui 2020', 'dmy', null],
  ['soon', 'dmy', null],
  ['1/2/3/4', 'dmy', null],
])('%s (%s) is the day %s', (text, order, day) => {
  const parts = readDate(text, { order, today })
  expect(parts && `${parts.year}-${parts.month}-${parts.day}`).toBe(day)
})

test.each([
  ['Ngozi Eze', 'Ngozi', 'Eze'],
  ['Eze, Ngozi Ada', 'Ngozi Ada', 'Eze'],
  ['Mrs. Ngozi Ada Eze', 'Ngozi Ada', 'Eze'],
  ['Jan van der Berg', 'Jan', 'van der Berg'],
  ['Martin Luther King, Jr.', 'Martin Luther', 'King Jr.'],
  ['Ngozi', 'Ngozi', ''],
  ['Mr', 'Mr', ''],
])('%s is %s and %s', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

test.each([
  ['Ngọzi Eze', 'NGOZI Eze', true],
  ['Ngozi Eze', 'Eze Ngozi', true],
  ['Ngozi Ada Eze', 'Ngozi Eze', true],
  ['Ngozi Eze', 'Chidi Eze', false],
  ['Ngozi Eze', 'Ngozi', true],
])('%s and %s are one person with one phone: %s', (one, other, isOne) => {
  expect(namesFit(splitName(one), splitName(other))).toBe(isOne)
  expect(namesFit(splitName(other), splitName(one))).toBe(isOne)
})

test('a group that stands twice in a cell is one, whatever its case', () => {
  expect(readGroups('Choir; choir ;Ushers\nCHOIR')).toEqual({ value: ['CHOIR', 'Ushers'] })
})

test('nobody in a file was born before 1880', () => {
  const plan: ImportPlan = {
    fields: ['firstName', 'birthday'],
    kind: 'member',
    groupId: null,
    makeGroups: false,
    dateOrder: 'dmy',
    whenThere: 'skip',
    whenBroken: 'leave_value',
  }
  const columns = [{ heading: 'Name' }, { heading: 'Born' }]
  const bornIn = (year: number) => checkRow(['Ada', `12/03/${year}`], { plan, columns, isoCode: 'NG', today })
  expect(bornIn(1880)).toMatchObject({ person: { birthDay: 12, birthYear: 1880 }, notes: [] })
  expect(bornIn(1879)).toMatchObject({ person: { birthDay: null, birthYear: null } })
  expect(bornIn(1879).notes).toEqual([{ column: 'Born', reason: 'date_not_valid', value: '1879-3-12' }])
})

test('words for people are known in several languages', () => {
  const kinds = ['Membre', 'first-timer', 'Visiteur', 'NUEVO CONVERTIDO', 'mgeni', 'x'].map((word) =>
    meaningOf('kind', word),
  )
  expect(kinds).toEqual(['member', 'first_timer', 'first_timer', 'new_convert', 'first_timer', null])
  expect(['F', 'Homme', 'mwanamke'].map((word) => meaningOf('gender', word))).toEqual(['female', 'male', 'female'])
  const states = ['Célibataire', 'casado/a', 'Marié(e)', 'Widow', 'mjane'].map((word) =>
    meaningOf('maritalStatus', word),
  )
  expect(states).toEqual(['single', 'married', 'married', 'widowed', 'widowed'])
})

test('whatever stands in a row, it ends as a person that can be kept or with a reason', () => {
  const fields = ['fullName', 'phone', 'email', 'birthday', 'joinedOn', 'address', 'group', 'birthMonth'] as const
  const plan = { kind: 'member', groupId: null, makeGroups: true, dateOrder: 'dmy', whenThere: 'skip' } as const
  const columns = fields.map((heading) => ({ heading }))
  const reader = {
    plan: { ...plan, fields: [...fields], whenBroken: 'leave_value' as const },
    columns,
    isoCode: 'NG',
    today,
  }
  fc.assert(
    fc.property(fc.array(anyText(60), { maxLength: 8 }), (cells) => {
      const { person, notes, isBroken } = checkRow(cells, reader)
      expect(isBroken).toBe(person.firstName === '')
      expect(notes.every(({ reason }) => reason.length > 0)).toBe(true)
      expect(person.phone ?? '+2348031234567').toMatch(/^\+[1-9]\d{6,14}$/)
      expect(person.joinedOn ?? today).toMatch(/^(?:19|20)\d\d-\d\d-\d\d$/)
    }),
  )
})

test('what of a row is left out is said, and the row is taken', () => {
  const fields = ['fullName', 'phone', 'group'] as const
  const plan = {
    fields: [...fields],
    kind: 'member' as const,
    groupId: null,
    makeGroups: true,
    dateOrder: 'dmy' as const,
    whenThere: 'skip' as const,
    whenBroken: 'leave_row' as const,
  }
  const columns = fields.map((heading) => ({ heading }))
  const groups = Array.from({ length: 19 }, (_, index) => `${index} ${'x'.repeat(70)}`).join(';')
  const cells = ['Ada Obi', '0803 500 0001 / 0803 500 0002', groups].map(cleanCell)
  const { person, notes, isBroken } = checkRow(cells, { plan, columns, isoCode: 'NG', today })
  expect(isBroken).toBe(false)
  expect(person).toMatchObject({ phone: '+2348035000001', groups: expect.arrayContaining([`0 ${'x'.repeat(70)}`]) })
  expect(notes.map(({ column, reason }) => [column, reason])).toEqual([
    ['phone', 'other_phones_left_out'],
    ['group', 'text_cut'],
  ])
  expect(person.groups.every((name) => name.length > 70)).toBe(true)
})

test.each([
  [['Ada', 'Ada Obi'], { firstName: 'Ada', lastName: 'Obi' }],
  [['Ada', 'Obi'], { firstName: 'Ada', lastName: 'Obi' }],
  [['Ada', 'ADA'], { firstName: 'Ada', lastName: '' }],
  [['', 'Ada Obi'], { firstName: 'Ada', lastName: 'Obi' }],
])('a first name and a whole name %j are one name', (names, expected) => {
  const fields = ['firstName', 'fullName'] as const
  const plan = {
    fields: [...fields],
    kind: 'member' as const,
    groupId: null,
    makeGroups: false,
    dateOrder: 'dmy' as const,
    whenThere: 'skip' as const,
    whenBroken: 'leave_row' as const,
  }
  const columns = fields.map((heading) => ({ heading }))
  expect(checkRow(names.map(cleanCell), { plan, columns, isoCode: 'NG', today }).person).toMatchObject(expected)
})
