import { listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const groupSorts = ['name', '-name', 'category', '-people', 'people'] as const

export const { of: groupsFilterOf, useFilter: useGroupsFilter } = listFilter({
  name: 'groups',
  path: paths.groups,
  shape: { sorts: groupSorts, columns: ['name', 'category', 'description', 'people'] },
  parts: {},
})
