import { useMediaQuery } from '@mantine/hooks'
import { functionalUpdate, useTable, type RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Failed, Loading } from '../states/index.ts'
import { CardsView } from './cards-view.tsx'
import classes from './data-table.module.css'
import { Foot } from './foot.tsx'
import { SearchBox, type SearchProps } from './search-box.tsx'
import { SelectionBar, type SelectionProps } from './selection.tsx'
import { features, type Columns, type ListSource, type Selection, type Table } from './table-shape.ts'
import { TableView } from './table-view.tsx'
import tools from './tools.module.css'

export type DataTableProps<Row extends RowData> = {
  /** Names the list for those who hear it. */
  caption: string
  list: ListSource<Row>
  columns: Columns<Row>
  /** What a row shows on a phone. */
  card: (row: Row) => ReactNode
  idOf: (row: Row) => string
  /** What a row is called: "Select Ada Eze". */
  nameOf: (row: Row) => string
  search?: SearchProps
  /** Beside the search box. */
  filter?: ReactNode
  /** The filters that are on, below the search box. */
  chips?: ReactNode
  selection?: SelectionProps | undefined
  /** The header row stays at the top of the window while the rows scroll. */
  stickyHeader?: boolean
  /** In place of the rows when a search or filter is on and finds nothing; absent when none is on. */
  noMatch?: ReactNode
  /** In place of everything when there is nothing to list. */
  empty: ReactNode
}

const PHONE = '(max-width: 767px)'
const noSelection: Selection = {}

function useRows<Row extends RowData>({ list, columns, idOf, selection }: DataTableProps<Row>): Table<Row> {
  const ticked = selection?.value ?? noSelection
  return useTable({
    features,
    columns,
    data: list.rows,
    getRowId: idOf,
    enableRowSelection: Boolean(selection),
    state: { rowSelection: ticked },
    onRowSelectionChange: (change) => selection?.onChange(functionalUpdate(change, ticked)),
  })
}

/** Tells those who do not see the list how far it is shown now. */
function Announcement({ list }: { list: ListSource<unknown> }) {
  const t = useTexts()
  const format = useFormat()
  const isSettled = list.rows.length > 0 && !list.isStale && !list.isLoadingMore
  const values = { shown: format.number(list.rows.length), total: format.number(list.total) }
  return (
    <div className="vh" role="status">
      {isSettled && (list.hasMore ? t('ui.table.showing', values) : t('ui.table.showingAll', values))}
    </div>
  )
}

function Rows<Row extends RowData>({ table, ...props }: DataTableProps<Row> & { table: Table<Row> }) {
  const { list, caption, nameOf, selection, card } = props
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const canSelect = Boolean(selection)
  const isBusy = list.isLoadingMore || list.isStale
  const view = { table, caption, nameOf, canSelect, isBusy, isStale: list.isStale, total: list.total }
  return (
    <>
      {isPhone ? <CardsView {...view} card={card} /> : <TableView {...view} />}
      <Foot {...list} shown={list.rows.length} />
    </>
  )
}

function Body<Row extends RowData>(props: DataTableProps<Row> & { table: Table<Row> }) {
  const { list, empty, noMatch } = props
  if (list.isLoading) return <Loading rows={8} />
  if (list.rows.length > 0) return <Rows {...props} />
  return list.failure ? <Failed failure={list.failure} onRetry={list.retry} /> : (noMatch ?? empty)
}

const isNothingThere = ({ list, noMatch }: Pick<DataTableProps<RowData>, 'list' | 'noMatch'>) =>
  list.rows.length === 0 && !list.isLoading && !list.failure && !noMatch

/**
 * The one table of all lists: search, filters, ticked rows and what to do with them, rows that come page by page.
 * Search, filters and selection are held by the page, so that the address can hold them.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { list, search, filter, chips, selection, stickyHeader, caption } = props
  const table = useRows(props)
  if (isNothingThere(props))
    return <section className={`${classes['frame']} ${classes['alone']}`}>{props.empty}</section>
  const isSelecting = selection && Object.keys(selection.value).length > 0
  return (
    <section
      aria-label={caption}
      className={[classes['frame'], stickyHeader && classes['sticky'], isSelecting && classes['selecting']]
        .filter(Boolean)
        .join(' ')}
    >
      {(search || filter) && (
        <div className={tools['tools']}>
          {search && <SearchBox {...search} />}
          {filter}
        </div>
      )}
      {chips}
      {selection && (
        <SelectionBar
          {...selection}
          allSelected={table.getIsAllRowsSelected()}
          onSelectAll={() => table.toggleAllRowsSelected(true)}
        />
      )}
      <div className={classes['body']}>
        <Body {...props} table={table} />
      </div>
      <Announcement list={list} />
    </section>
  )
}
