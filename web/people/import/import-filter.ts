import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ImportOutcome, ImportSubject } from '#contract/people/imports.ts'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'
import { outcomes, subjects } from './words.ts'

/** Which rows are looked at; `noted`: those about which something is to be said, whatever happens to them. */
export type RowsShown = ImportOutcome | 'noted'
export type RowsFilter = ListState & {
  show?: RowsShown
  /** Only rows with something to note about this. */
  about?: ImportSubject
  /** The columns are looked at again, although there is a dry run already. */
  step?: 'columns'
}

const shape = { columns: ['name', 'reach', 'outcome', 'why'] }
const shown = [...outcomes, 'noted'] as const
const steps = ['columns'] as const

/** Takes from an address what makes sense and leaves the rest. */
export function rowsFilterOf(address: Record<string, unknown>): RowsFilter {
  const show = wordIn(shown, address['show'])
  const step = wordIn(steps, address['step'])
  const about = wordIn(subjects, address['about'])
  return { ...listStateOf(shape, address), ...(show && { show }), ...(about && { about }), ...(step && { step }) }
}

/** The filter as the contract takes it. */
export function rowsQueryOf({ show, about }: RowsFilter): {
  outcome?: ImportOutcome
  noted?: 'yes'
  about?: ImportSubject
} {
  const wanted = about ? { about } : {}
  if (show === undefined) return wanted
  return show === 'noted' ? { noted: 'yes', ...wanted } : { outcome: show, ...wanted }
}

export function useRowsFilter(id: string) {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const state = useSearch({ from: '/tenant/people/import/$id', select: rowsFilterOf })
  const navigate = useNavigate()
  return useListState<RowsFilter>({
    name: 'import-rows',
    shape,
    state,
    read: rowsFilterOf,
    // One list among others on its page: looking at it in another way is no step that "back" undoes.
    go: (search) => void navigate({ to: paths.import, params: { id }, search, replace: true, resetScroll: false }),
  })
}

export type RowsFiltering = ReturnType<typeof useRowsFilter>
