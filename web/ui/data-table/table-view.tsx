import { memo, type ReactNode } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import classes from './data-table.module.css'
import { MoreMenu } from './menu.tsx'
import {
  type Columns,
  type Density,
  type SortProps,
  type ViewProps,
  sortKey,
  turned,
  type Column,
} from './table-shape.ts'
import { TickBox } from './tick-box.tsx'
import { useWindowRows } from './window-rows.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'

const classOf = ({ align, wideOnly }: Column<never>) =>
  [align === 'end' && 'end', wideOnly && classes['wide']].filter(Boolean).join(' ') || undefined

const moreOf = (rowAct: unknown) => [classes['more'], rowAct && classes['acted']].filter(Boolean).join(' ')

type SortedProps = { column: { title: Column<never>['title'] }; sortBy: string; sort: SortProps }

/** The heading as a button: the first press sorts as the column likes it, the next turns it round. */
function SortButton({ column, sortBy, sort }: SortedProps) {
  const t = useTexts()
  const isOn = sortKey(sort.value) === sortKey(sortBy)
  const Sign = (isOn ? sort.value : sortBy).startsWith('-') ? IconArrowDown : IconArrowUp
  return (
    <button
      type="button"
      className={[classes['sort'], isOn && classes['sorted']].filter(Boolean).join(' ')}
      onClick={() => sort.onChange(isOn ? turned(sort.value) : sortBy)}
    >
      {t(column.title)}
      <Sign size={16} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

function sortedOf(sortBy: string | undefined, sort: SortProps | undefined) {
  if (!sortBy || !sort) return undefined
  if (sortKey(sort.value) !== sortKey(sortBy)) return 'none'
  return sort.value.startsWith('-') ? 'descending' : 'ascending'
}

type HeadProps<Row> = Pick<TableProps<Row>, 'ticks' | 'rowActions' | 'rowAct' | 'actionsTitle' | 'columns' | 'sort'>

/** The headings, the box above the ticks, and the way to sort. */
function TableHead<Row>({ columns, sort, ticks, rowActions, rowAct, actionsTitle }: HeadProps<Row>) {
  const t = useTexts()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {ticks && (
          <th scope="col" className={classes['ticks']}>
            <TickBox
              label={t('ui.table.selectShown')}
              checked={ticks.above === 'all'}
              mixed={ticks.above === 'some'}
              onToggle={ticks.onTickAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={sortedOf(column.sortBy, sort)}
            className={classOf(column)}
            style={column.width ? { inlineSize: column.width } : undefined}
          >
            {column.sortBy && sort ? (
              <SortButton column={column} sortBy={column.sortBy} sort={sort} />
            ) : (
              t(column.title)
            )}
          </th>
        ))}
        {rowActions && (
          <th scope="col" className={[moreOf(rowAct), actionsTitle && classes['titled']].filter(Boolean).join(' ')}>
            {actionsTitle ? t(actionsTitle) : <span className="vh">{t('ui.table.actions')}</span>}
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Heights of a row in rem, as in the style sheet. */
const ROW_HEIGHT: Record<Density, number> = { comfortable: 3.25, compact: 2.5 }

type TableProps<Row> = ViewProps<Row> & {
  columns: Columns<Row>
  sort: SortProps | undefined
  density: Density
  rowAct: ((row: Row) => ReactNode) | undefined
  actionsTitle: TextId | undefined
}
type LineProps<Row> = TableProps<Row> & { row: Row; position: number }

function Line<Row>({ row, position, columns, idOf, nameOf, ticks, rowActions, rowAct }: LineProps<Row>) {
  const t = useTexts()
  const [id, name] = [idOf(row), nameOf(row)]
  const isOn = ticks?.isTicked(id) === true
  const actions = rowActions?.(row)
  return (
    <tr aria-rowindex={position + 1} className={isOn ? classes['on'] : undefined}>
      {ticks && (
        <td className={classes['ticks']}>
          <TickBox
            label={t('ui.table.selectRow', { name })}
            checked={isOn}
            onToggle={(withShift) => ticks.onTick(id, withShift)}
          />
        </td>
      )}
      {columns.map((column) =>
        column.isName ? (
          <th key={column.id} scope="row" className={classOf(column)}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} className={classOf(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
      {rowActions && (
        <td className={moreOf(rowAct)}>
          <span className={classes['acts']}>
            {rowAct?.(row)}
            {actions && <MoreMenu label={t('ui.table.more', { name })}>{actions}</MoreMenu>}
          </span>
        </td>
      )}
    </tr>
  )
}

/** Scrolling draws only the rows that come in. */
const SteadyLine = memo(Line) as typeof Line

/** Keeps the place of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ blockSize: height }} />

/** The rows as a table, for windows of 768 px and more. */
export function TableView<Row>(props: TableProps<Row>) {
  const {
    rows,
    caption,
    total,
    isBusy,
    isStale,
    columns,
    sort,
    density,
    idOf,
    ticks,
    rowActions,
    rowAct,
    actionsTitle,
  } = props
  const { list, indexes, before, after } = useWindowRows<HTMLTableSectionElement>(rows.length, ROW_HEIGHT[density])
  return (
    <table
      className={[classes['table'], density === 'compact' && classes['compact']].filter(Boolean).join(' ')}
      aria-rowcount={total + 1}
      aria-busy={isBusy}
    >
      <caption className="vh">{caption}</caption>
      <TableHead {...{ columns, sort, ticks, rowActions, rowAct, actionsTitle }} />
      <tbody ref={list} className={isStale ? classes['stale'] : undefined}>
        <Gap height={before} />
        {indexes.map((index) => {
          const row = rows[index]
          return row !== undefined && <SteadyLine {...props} key={idOf(row)} row={row} position={index + 1} />
        })}
        <Gap height={after} />
      </tbody>
    </table>
  )
}
