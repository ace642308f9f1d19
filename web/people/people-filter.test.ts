import { expect, test } from 'vitest'
import { peopleFilterOf, peopleOrderOf, peopleQueryOf, peopleSelectionOf } from './people-filter.ts'

const group = '00000003-0000-4000-8000-000000000001'

test('an address gives back all that it holds', () => {
  const address = {
    search: 'Ọkáfọ̀r',
    group,
    kind: 'first_timer',
    gender: 'female',
    phone: 'no',
    from: '2026-01-01',
    until: '2026-02-28',
    archived: 'yes',
    sort: '-joined',
    columns: 'name,email',
  }
  expect(peopleFilterOf(address)).toEqual(address)
})

test('digits in an address are searched as the text they were', () => {
  expect(peopleFilterOf({ search: 803 })).toEqual({ search: '803' })
})

test.each([
  { search: '   ' },
  { search: ['a'] },
  { group: 'choir' },
  { group: `${group}'; --` },
  { kind: 'everyone' },
  { kind: 'function toString() { [native code] }' },
  { gender: 'all' },
  { phone: 'maybe' },
  { phone: true },
  { from: '2026-02-30' },
  { from: '0000-01-01' },
  { until: 'tomorrow' },
  { archived: 'no' },
  { sort: 'name' },
  { sort: 'phone' },
  { columns: 'name,phone,groups,kind,joined' },
  { page: 4 },
])('%j is left out', (address) => {
  expect(peopleFilterOf(address)).toEqual({})
})

test('a search is cut to what the server takes', () => {
  expect(peopleFilterOf({ search: 'x'.repeat(500) }).search).toHaveLength(100)
})

test('the server is asked by its own names, and columns are none of its business', () => {
  const filter = peopleFilterOf({ group, from: '2026-01-01', until: '2026-01-31', columns: 'name', sort: '-name' })
  expect(peopleQueryOf(filter)).toEqual({ groupId: group, joinedFrom: '2026-01-01', joinedUntil: '2026-01-31' })
  expect(peopleOrderOf(filter)).toEqual({ sort: '-name' })
  expect(peopleOrderOf({})).toEqual({})
})

test('what is ticked becomes what an act on people takes', () => {
  expect(peopleSelectionOf({ kind: 'ids', ids: ['a'] }, { kind: 'member' })).toEqual({ ids: ['a'] })
  expect(peopleSelectionOf({ kind: 'matching', except: ['b'] }, { kind: 'member', sort: '-name' })).toEqual({
    matching: { kind: 'member' },
    except: ['b'],
  })
})
