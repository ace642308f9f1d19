import type { ImportOutcome, ImportSubject } from '#contract/people/imports.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { outcomes, subjects } from './words.ts'

/** Which rows are looked at; `noted`: those about which something is to be said, whatever happens to them. */
type RowsShown = ImportOutcome | 'noted'

export const { of: rowsFilterOf, useFilter: useRowsFilter } = listFilter({
  name: 'import-rows',
  path: paths.import,
  shape: { columns: ['name', 'reach', 'outcome', 'why'] },
  parts: {
    show: oneOf<RowsShown>([...outcomes, 'noted']),
    // Only rows with something to note about this.
    about: oneOf<ImportSubject>(subjects),
    // The columns are looked at again, although there is a dry run already.
    step: oneOf(['columns']),
  },
})
export type RowsFilter = ReturnType<typeof rowsFilterOf>

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

export type RowsFiltering = ReturnType<typeof useRowsFilter>
