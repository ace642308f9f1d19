import type { ReactNode } from 'react'
import type { TextId } from '../../languages/index.ts'

/** A column of a list. */
export type Column<Row> = {
  /** Stands in the address when columns are chosen. */
  id: string
  title: TextId
  cell: (row: Row) => ReactNode
  /** CSS length; columns without one share what is left. */
  width?: string
  align?: 'end'
  /** Names the row: read out with each of its cells, and always shown. */
  isName?: true
  /** Left out where the window is narrower than 992 px. */
  wideOnly?: true
  /** What the list is sorted by when the heading is pressed first: `name`, `-joined`; the next press turns it round. */
  sortBy?: string
}

export type Columns<Row> = readonly Column<Row>[]

export type Density = 'comfortable' | 'compact'

/** How a list is sorted now, and the ways in which it can be. */
export type SortProps = {
  /** One of the choices; a minus in front means from the end. */
  value: string
  onChange: (value: string) => void
  /** Every way to sort, in words: "Name, A to Z". */
  choices: readonly { value: string; label: string }[]
}

/** Which columns are shown, by id, and how to change that. */
export type ColumnChoice = { shown: readonly string[]; onChange: (shown: readonly string[]) => void }

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

/** What both views of the rows need. */
export type ViewProps<Row> = {
  rows: readonly Row[]
  /** Names the list for those who hear it. */
  caption: string
  total: number
  isBusy: boolean
  isStale: boolean
  idOf: (row: Row) => string
  /** What a row is called: "Select Ada Eze". */
  nameOf: (row: Row) => string
  /** Boxes to tick; absent where nothing can be done with ticked rows. */
  ticks: Ticks | undefined
  /** What can be done with one row: `<MenuItem>`s; nothing for a row without. */
  rowActions: ((row: Row) => ReactNode) | undefined
}

export type Ticks = {
  isTicked: (id: string) => boolean
  above: 'all' | 'some' | 'none'
  /** With Shift it ticks all rows from the last one that was pressed. */
  onTick: (id: string, withShift: boolean) => void
  onTickAll: () => void
}

/** The other direction: `name` → `-name`. */
export const turned = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)
/** What is sorted by, whichever the direction. */
export const sortKey = (sort: string) => sort.replace(/^-/, '')
