import {
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  type RowData,
  type TableOptions,
} from '@tanstack/react-table'
import type { ReactTable, RowSelectionState } from '@tanstack/react-table'

/** How a column stands in the table. */
export type ColumnLook = {
  /** CSS length; columns without one share what is left. */
  width?: string
  align?: 'end'
  /** Names the row: read out with each of its cells. */
  isName?: true
  /** Left out where the window is narrower than 992 px. */
  wideOnly?: true
}

const look: ColumnLook = {}
export const features = tableFeatures({ rowSelectionFeature, columnMeta: look })
type Features = typeof features

/** `const column = columnsOf<PersonRow>()`, then `column.columns([column.accessor('phone', { header, cell, meta })])`. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<Features, Row>()

export type Columns<Row extends RowData> = TableOptions<Features, Row>['columns']
export type Table<Row extends RowData> = ReactTable<Features, Row>

/** Ids of the ticked rows, in the order in which they were ticked. They may be rows that a filter hides now. */
export type Selection = RowSelectionState
export const selectedIds = (selection: Selection): string[] => Object.keys(selection)

/** A list that comes page by page from the server. */
export type ListSource<Row> = {
  /** What was loaded so far; the same array as long as nothing changed. */
  rows: readonly Row[]
  /** All that match, loaded or not. */
  total: number
  /** How many rows the next page brings at most. */
  step: number
  hasMore: boolean
  /** Nothing to show yet. */
  isLoading: boolean
  isLoadingMore: boolean
  /** The rows of the last search are shown while those of a new one are on their way. */
  isStale: boolean
  /** Why the first page, the next page or a refresh did not come; rows already here stay. */
  failure: unknown
  loadMore: () => void
  retry: () => void
}
