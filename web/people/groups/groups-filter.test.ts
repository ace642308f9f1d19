import { expect, test } from 'vitest'
import type { GroupSort } from '#contract/people/groups.ts'
import { matchingGroups } from '#contract/people/matching-groups.ts'
import { groupsFilterOf } from './groups-filter.ts'

const group = (name: string, category: string, people: number) => ({
  id: name,
  name,
  category,
  description: '',
  people,
})
const groups = [group('Ushers', 'Teams', 4), group('Ẹgbẹ́ akọrin', 'Music', 9), group('Alpha', 'Courses', 4)]
const found = (search: string, sort: GroupSort = 'name') =>
  matchingGroups(groups, { search, sort, language: 'en' }).map(({ name }) => name)

test('a group is found by name or heading, with and without marks', () => {
  expect(found('egbe')).toEqual(['Ẹgbẹ́ akọrin'])
  expect(found(' MUSIC ')).toEqual(['Ẹgbẹ́ akọrin'])
  expect(found('empty')).toEqual([])
})

test('groups stand in the order that was asked for, those of one size by name', () => {
  expect(found('')).toEqual(['Alpha', 'Ẹgbẹ́ akọrin', 'Ushers'])
  expect(found('', '-name')).toEqual(['Ushers', 'Ẹgbẹ́ akọrin', 'Alpha'])
  expect(found('', '-people')).toEqual(['Ẹgbẹ́ akọrin', 'Alpha', 'Ushers'])
  expect(found('', 'category')).toEqual(['Alpha', 'Ẹgbẹ́ akọrin', 'Ushers'])
})

test('what an address says that makes no sense is left out', () => {
  expect(groupsFilterOf({ sort: 'phone', search: 'a', page: 3 })).toEqual({ search: 'a' })
})
