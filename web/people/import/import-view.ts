import type { ImportFile } from '#contract/people/imports.ts'
import type { ImportState } from './words.ts'

/** What of an import is on the page: its state, or its columns, also once more before it is applied. */
export type ImportView = Exclude<ImportState, 'uploaded'> | 'columns'

export function viewOf(
  { state, appliedAt }: Pick<ImportFile, 'state' | 'appliedAt'>,
  wantsColumns: boolean,
): ImportView {
  if (state === 'uploaded' || (wantsColumns && appliedAt === null)) return 'columns'
  return state
}

/** The steps of an import, counted from 1; 0 once nothing is left to be done. */
export function stepOf(view: ImportView, { appliedAt }: Pick<ImportFile, 'appliedAt'>): 0 | 1 | 2 | 3 {
  if (view === 'columns') return 1
  if (view === 'applying') return 3
  return appliedAt === null ? 2 : 0
}
