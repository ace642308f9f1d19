import { expect, test } from 'vitest'
import { peopleFilterOf } from './people-filter.ts'

const group = '00000003-0000-4000-8000-000000000001'

test('an address gives back the search, group and type that it holds', () => {
  expect(peopleFilterOf({ search: 'Ọkáfọ̀r', group, kind: 'first_timer' })).toEqual({
    search: 'Ọkáfọ̀r',
    group,
    kind: 'first_timer',
  })
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
  { kind: 'toString' },
  { page: 4 },
])('%j is left out', (address) => {
  expect(peopleFilterOf(address)).toEqual({})
})

test('a search is cut to what the server takes', () => {
  expect(peopleFilterOf({ search: 'x'.repeat(500) }).search).toHaveLength(100)
})
