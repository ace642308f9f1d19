import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import type { GroupRow } from '#contract/people/groups.ts'
import type { ListState } from '../../lib/list-state.ts'
import type { ListSource } from '../../ui/data-table/index.ts'
import { useGroups } from '../queries.ts'
import { matchingGroups } from './groups-filter.ts'

const none: readonly GroupRow[] = []

/** The groups as the data table takes them: all of them are here, so there is no next page. */
export function useGroupsList({ search = '', sort = 'name' }: ListState): ListSource<GroupRow> {
  const { i18n } = useLingui()
  const { data = none, isPending, error, refetch } = useGroups()
  const rows = useMemo(
    () => matchingGroups(data, { search, sort, language: i18n.locale }),
    [data, search, sort, i18n.locale],
  )
  return {
    rows,
    total: rows.length,
    step: rows.length,
    hasMore: false,
    isLoading: isPending,
    isLoadingMore: false,
    isStale: false,
    failure: error,
    loadMore: () => undefined,
    retry: () => void refetch(),
  }
}
