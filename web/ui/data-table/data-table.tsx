import { useMemo, type ReactNode, useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Failed, Loading } from '../states/index.ts'
import { CardsView } from './cards-view.tsx'
import classes from './data-table.module.css'
import { useDensity } from './density.tsx'
import type { ExportProps } from './export-panel.tsx'
import { Foot } from './foot.tsx'
import { useIsPhone } from '../../device/width.ts'
import { Pager, type PagerProps } from './pager.tsx'
import { usePrinting } from './print-sheet.tsx'
import { openRow } from './row-link.tsx'
import type { SearchProps } from './search-box.tsx'
import { SelectionBar, type SelectionProps } from './selection-bar.tsx'
import { selectedCount, nothingSelected, rangeOf, tick, tickedIn, ticksAbove, type Selection } from './selection.ts'
import type { ColumnChoice, Columns, Density, ListSource, SortProps, Ticks, ViewProps } from './table-shape.ts'
import { TableView } from './table-view.tsx'
import { Tools } from './tools.tsx'
import type { ViewsProps } from './views-panel.tsx'

type Held = { value: Selection; onChange: (selection: Selection) => void }

/** Ticking rows, ranges with Shift, and all rows in sight. */
function useTicks<Row>(rows: readonly Row[], idOf: (row: Row) => string, held: Held | undefined) {
  const [last, setLast] = useState<string | null>(null)
  const ids = useMemo(() => rows.map(idOf), [rows, idOf])
  const isTicked = useMemo(() => tickedIn(held?.value ?? nothingSelected), [held?.value])
  if (!held) return undefined
  const { value, onChange } = held
  const above = ticksAbove(value, ids)
  const ticks: Ticks = {
    isTicked,
    above,
    onTick: (id, withShift) => {
      onChange(tick(value, withShift ? rangeOf(ids, last, id) : [id], !isTicked(id)))
      setLast(id)
    },
    onTickAll: () => {
      if (value.kind === 'matching')
        return onChange(above === 'all' ? nothingSelected : { kind: 'matching', except: [] })
      onChange(tick(value, ids, above !== 'all'))
    },
  }
  return ticks
}

export type DataTableProps<Row> = {
  /** What the device keeps the reader's wishes for this list under: "people". */
  name: string
  /** Names the list for those who hear it, and on paper. */
  caption: string
  list: ListSource<Row>
  columns: Columns<Row>
  /** What a row shows on a phone. */
  card: (row: Row) => ReactNode
  idOf: (row: Row) => string
  /** What a row is called: "Select Ada Eze". */
  nameOf: (row: Row) => string
  search?: SearchProps
  /** The lists that stand beside this one, above everything: `<ListTabs>`. */
  tabs?: ReactNode
  /** Beside the search box. */
  filter?: ReactNode
  /** The filters that are on, below the search box. */
  chips?: ReactNode
  sort?: SortProps
  /** Which columns are shown; without it all of them are, and there is nothing to choose. */
  columnChoice?: ColumnChoice
  views?: ViewsProps
  /** File and print. */
  exporting?: ExportProps | undefined
  selection?: SelectionProps | undefined
  /** What can be done with one row: `<MenuItem>`s, or nothing for a row without. */
  rowActions?: ((row: Row) => ReactNode) | undefined
  /** The one of them that is pressed most, in a quiet button before the dots; cards have it among the others only. */
  rowAct?: ((row: Row) => ReactNode) | undefined
  /** Stands above what can be done with rows; without it, it is only read out. */
  actionsTitle?: TextId | undefined
  /** For a list that is turned by numbered pages; others go on as they are scrolled. */
  pager?: PagerProps | undefined
  /** In place of the rows when a search or filter is on and finds nothing; absent when none is on. */
  noMatch?: ReactNode
  /** In place of everything when there is nothing to list. */
  empty: ReactNode
}

/** Tells those who do not see the list how far it is shown now, and how it is sorted. */
function Announcement({ list, sort }: { list: ListSource<unknown>; sort: SortProps | undefined }) {
  const t = useTexts()
  const format = useFormat()
  const isSettled = list.rows.length > 0 && !list.isStale && !list.isLoadingMore
  const values = { shown: format.number(list.rows.length), total: format.number(list.total) }
  const sorted = sort?.choices.find(({ value }) => value === sort.value)?.label
  return (
    <>
      <div className="vh" role="status">
        {isSettled && (list.hasMore ? t('ui.table.showing', values) : t('ui.table.showingAll', values))}
      </div>
      <div className="vh" role="status">
        {sorted && t('ui.table.sorted', { how: sorted })}
      </div>
    </>
  )
}

type Parts<Row> = { props: DataTableProps<Row>; ticks: Ticks | undefined; density: Density; isPhone: boolean }

function Rows<Row>({ props, ticks, density, isPhone }: Parts<Row>) {
  const { list, columns, columnChoice, caption, idOf, nameOf, rowActions, card, sort } = props
  const { rows, total, isStale } = list
  const shown = useMemo(
    () => columns.filter(({ id, isName }) => isName || !columnChoice || columnChoice.shown.includes(id)),
    [columns, columnChoice],
  )
  const isBusy = list.isLoadingMore || isStale
  const view: ViewProps<Row> = { rows, caption, total, isBusy, isStale, idOf, nameOf, ticks, rowActions }
  return (
    <>
      {isPhone ? (
        <CardsView {...view} card={card} />
      ) : (
        <TableView
          {...view}
          columns={shown}
          sort={sort}
          density={density}
          rowAct={props.rowAct}
          actionsTitle={props.actionsTitle}
        />
      )}
      {props.pager ? <Pager {...props.pager} total={total} /> : <Foot {...list} shown={rows.length} />}
    </>
  )
}

function Body<Row>(parts: Parts<Row>) {
  const { list, empty, noMatch } = parts.props
  if (list.isLoading) return <Loading rows={8} />
  if (list.rows.length > 0) return <Rows {...parts} />
  return list.failure ? <Failed failure={list.failure} onRetry={list.retry} /> : (noMatch ?? empty)
}

const isNothingThere = ({ list, noMatch }: { list: ListSource<unknown>; noMatch?: ReactNode }) =>
  list.rows.length === 0 && !list.isLoading && !list.failure && !noMatch

function Selecting<Row>({ props, ticks }: Pick<Parts<Row>, 'props' | 'ticks'>) {
  const { selection, list } = props
  return selection && ticks ? (
    <SelectionBar
      {...selection}
      total={list.total}
      allShownTicked={ticks.above === 'all'}
      onSelectShown={ticks.onTickAll}
    />
  ) : null
}

/**
 * The one table of all lists: search, filters, sort, columns, saved views, file and print, ticked rows and what to do
 * with them, rows that come page by page; cards under 768 px.
 *
 * Search, filters, sort, columns and selection are held by the page, so that the address can hold them: `useListState`,
 * `useSavedViews` and `useListExport` of web/lists give the props of the same names; web/people/people-page.tsx is the
 * model. A row opens its page when its name stands in a `<RowLink>`, in the cell and in the card.
 *
 * Acts on ticked rows: `selection.actions` are `<SelectionAction>`s that the page builds from the `Selection` it holds
 * (`useTableSelection`). `{ kind: 'ids' }` becomes `{ ids }`, `{ kind: 'matching' }` becomes `{ matching: filter, except }`
 * of the contract's `selectionOf`; for people `peopleSelectionOf(selection, filter)` does it. With `canMatch` the bar
 * offers "Select all 86". Afterwards: invalidate the list's key, `onChange(nothingSelected)`, and
 * `toast.ok(…, undo(t('ui.toast.undo'), () => …))`.
 *
 * Keyboard: everything is in the order of Tab: tools, headings, then each row's box, link and dots. Menus are walked
 * through with the arrows; Escape closes what is open and gives the focus back.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, search, filter, chips, selection, caption, sort, columns, columnChoice, views, exporting } = props
  const ticks = useTicks(list.rows, props.idOf, selection)
  const density = useDensity(props.name)
  const printing = usePrinting(caption, exporting)
  const isPhone = useIsPhone()
  if (isNothingThere(props))
    return (
      <section className={classes['frame']}>
        {props.tabs}
        <div className={classes['alone']}>{props.empty}</div>
      </section>
    )
  const isSelecting = selection && selectedCount(selection.value, list.total) > 0
  const tools = { search, filter, sort, columns, columnChoice, views, exporting, density, printing, isPhone }
  return (
    <section
      aria-label={caption}
      data-density={isPhone ? 'comfortable' : density.density}
      className={[classes['frame'], isSelecting && classes['selecting']].filter(Boolean).join(' ')}
    >
      {props.tabs}
      <Tools {...tools} />
      {chips}
      <Selecting props={props} ticks={ticks} />
      <div role="presentation" className={classes['body']} onClick={openRow}>
        <Body props={props} ticks={ticks} density={density.density} isPhone={isPhone} />
      </div>
      <Announcement list={list} sort={sort} />
      {printing.sheet}
    </section>
  )
}
