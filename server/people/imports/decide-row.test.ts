import { describe, expect, test } from 'vitest'
import type { ImportPlan } from '#contract/people/imports.ts'
import type { CheckedPerson } from './check-row.ts'
import { decideKnown, decideRow, type KnownPerson } from './decide-row.ts'

const NGOZI = '+2348035000001'
const plan: ImportPlan = {
  fields: [],
  kind: 'member',
  groupId: null,
  makeGroups: false,
  dateOrder: 'dmy',
  whenThere: 'update',
  whenBroken: 'leave_row',
}
const nothing = {
  phone: null,
  email: null,
  kind: null,
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: null,
}
const row = (told: Partial<CheckedPerson>): CheckedPerson => ({
  ...nothing,
  firstName: 'Ngozi',
  lastName: 'Eze',
  groups: [],
  ...told,
})
const known = (person: Partial<KnownPerson> = {}): KnownPerson => ({
  ...nothing,
  id: 'ngozi',
  version: 1,
  isArchived: false,
  groups: [],
  firstName: 'Ngọzi',
  lastName: 'Eze',
  phone: NGOZI,
  email: 'Ngozi@Example.com',
  kind: 'member',
  joinedOn: '2024-01-07',
  ...person,
})
const withPhone = row({ phone: NGOZI, address: '12 Broad Street' })

/** What a row leads to: the outcome, the reason if there is one, and the person it is about. */
function outcome(told: CheckedPerson, there: KnownPerson[], changed: Partial<ImportPlan> = {}) {
  const { outcome, notes, known } = decideRow(told, there, { ...plan, ...changed })
  return [outcome, notes[0]?.reason ?? null, known?.id ?? null]
}
const changesOf = (told: Partial<CheckedPerson>, person: Partial<KnownPerson> = {}) =>
  decideKnown(row(told), known(person), plan).change

describe('a row about somebody whom nobody has', () => {
  test('adds a person', () => expect(outcome(withPhone, [])).toEqual(['add', null, null]))

  test('adds a person who shares the phone of a family', () => {
    const brother = known({ id: 'emeka', firstName: 'Emeka' })
    expect(outcome(withPhone, [brother])).toEqual(['add', null, null])
  })

  test('adds a person whose name is that of somebody with another phone and no address', () => {
    expect(outcome(withPhone, [known({ phone: '+2348035000009', email: null })])).toEqual(['add', null, null])
  })
})

describe('a row about an archived person', () => {
  const archived = known({ id: 'archived', isArchived: true })

  test('adds nobody and changes nobody, whatever the plan says', () => {
    for (const whenThere of ['skip', 'update'] as const)
      expect(outcome(withPhone, [archived], { whenThere })).toEqual(['skip', 'archived_already_there', 'archived'])
  })

  test('changes nobody when the person was archived after the dry run', () => {
    expect(decideKnown(withPhone, archived, plan)).toMatchObject({ outcome: 'skip', known: archived, change: null })
  })

  test('is about the living one where a duplicate was archived', () => {
    for (const there of [
      [archived, known()],
      [known(), archived],
    ])
      expect(outcome(withPhone, there)).toEqual(['update', null, 'ngozi'])
  })

  test('adds a person when the archived one has another name', () => {
    expect(outcome(withPhone, [{ ...archived, firstName: 'Chidi' }])).toEqual(['add', null, null])
  })
})

describe('a row about a person who is there', () => {
  test('is left out or changes the person, as the plan says', () => {
    expect(outcome(withPhone, [known()], { whenThere: 'skip' })).toEqual(['skip', 'already_there', 'ngozi'])
    expect(outcome(withPhone, [known()])).toEqual(['update', null, 'ngozi'])
    expect(outcome(row({ phone: NGOZI }), [known()])).toEqual(['same', null, 'ngozi'])
  })

  test('finds the person by an address in other letters', () => {
    expect(outcome(row({ email: 'NGOZI@example.COM', gender: 'female' }), [known({ phone: null })])).toEqual([
      'update',
      null,
      'ngozi',
    ])
  })

  test('changes nobody when two people fit equally well', () => {
    const twins = [known({ id: 'one' }), known({ id: 'two' })]
    expect(outcome(withPhone, twins)).toEqual(['skip', 'several_already_there', null])
  })

  test('is about the one of exactly this name, else the one with both phone and address', () => {
    const short = known({ id: 'short', firstName: 'Ngozi Ada' })
    expect(outcome(withPhone, [short, known()])).toEqual(['update', null, 'ngozi'])
    const both = row({ phone: NGOZI, email: 'ngozi@example.com', gender: 'female' })
    expect(outcome(both, [known({ id: 'phone', email: null }), known()])).toEqual(['update', null, 'ngozi'])
  })
})

describe('a row changes of a person', () => {
  test('only what it tells', () => {
    const change = changesOf({ gender: 'female' }, { address: '1 Road', groups: [] })
    expect(change?.changes).toEqual(['gender'])
    expect(change?.fields).toMatchObject({
      phone: NGOZI,
      email: 'Ngozi@Example.com',
      address: '1 Road',
      kind: 'member',
    })
  })

  test('no name that is the same without its marks or in another order', () => {
    expect(changesOf({ firstName: 'EZE', lastName: 'Ngozi' })).toBeNull()
    expect(changesOf({ lastName: '' })).toBeNull()
    expect(changesOf({ lastName: 'Okafor' })?.fields).toMatchObject({ firstName: 'Ngozi', lastName: 'Okafor' })
  })

  test('the parts of a birthday that were missing, or the whole one where both together are no day', () => {
    const february = { birthDay: 29, birthMonth: 2, birthYear: null }
    expect(changesOf({ birthYear: 1996 }, february)?.fields).toMatchObject({ ...february, birthYear: 1996 })
    const told = { birthDay: null, birthMonth: null, birthYear: 1997 }
    expect(changesOf(told, february)?.fields).toMatchObject(told)
  })

  test('the groups that the person is not in, whatever their case', () => {
    const groups = [{ id: 'choir', name: 'Choir' }]
    expect(changesOf({ groups: ['CHOIR'] }, { groups })).toBeNull()
    expect(changesOf({ groups: ['choir', 'Ushers'] }, { groups })?.changes).toEqual(['groups'])
  })
})
