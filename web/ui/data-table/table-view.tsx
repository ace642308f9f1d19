import { flexRender, type RowData } from '@tanstack/react-table'
import { useTexts } from '../../lib/languages/index.ts'
import classes from './data-table.module.css'
import { Tick } from './selection.tsx'
import type { ColumnLook, Table } from './table-shape.ts'
import { useWindowRows } from './window-rows.ts'

/** Height of a row in pixels, as in the style sheet. */
const ROW_HEIGHT = 52

export type ViewProps<Row extends RowData> = {
  table: Table<Row>
  /** Names the list for those who hear it. */
  caption: string
  total: number
  isBusy: boolean
  isStale: boolean
  /** Boxes to tick, and what a row is called beside its box. */
  canSelect: boolean
  nameOf: (row: Row) => string
}

const classOf = (look: ColumnLook | undefined) =>
  [look?.align === 'end' && 'end', look?.wideOnly && classes['wide']].filter(Boolean).join(' ') || undefined

function Head<Row extends RowData>({ table, canSelect }: Pick<ViewProps<Row>, 'table' | 'canSelect'>) {
  const t = useTexts()
  const { rows } = table.getRowModel()
  const all = table.getIsAllRowsSelected()
  const mixed = !all && rows.some((row) => row.getIsSelected())
  return (
    <thead>
      <tr aria-rowindex={1}>
        {canSelect && (
          <th scope="col" className={classes['ticks']}>
            <Tick
              label={t('ui.table.selectShown')}
              checked={all}
              mixed={mixed}
              onToggle={() => table.toggleAllRowsSelected(!all)}
            />
          </th>
        )}
        {table.getFlatHeaders().map((header) => {
          const look = header.column.columnDef.meta
          return (
            <th
              key={header.id}
              scope="col"
              className={classOf(look)}
              style={look?.width ? { inlineSize: look.width } : undefined}
            >
              {flexRender(header.column.columnDef.header, header.getContext())}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type LineProps<Row extends RowData> = {
  row: ReturnType<Table<Row>['getRow']>
  position: number
  tick?: string | undefined
}

function Line<Row extends RowData>({ row, position, tick }: LineProps<Row>) {
  const isOn = row.getIsSelected()
  return (
    <tr aria-rowindex={position + 1} className={isOn ? classes['on'] : undefined}>
      {tick !== undefined && (
        <td className={classes['ticks']}>
          <Tick label={tick} checked={isOn} onToggle={row.getToggleSelectedHandler()} />
        </td>
      )}
      {row.getAllCells().map((cell) => {
        const look = cell.column.columnDef.meta
        const content = flexRender(cell.column.columnDef.cell, cell.getContext())
        return look?.isName ? (
          <th key={cell.id} scope="row" className={classOf(look)}>
            {content}
          </th>
        ) : (
          <td key={cell.id} className={classOf(look)}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** Keeps the place of rows that are not drawn. */
const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ blockSize: height }} />

/** The rows as a table, for windows of 768 px and more. */
export function TableView<Row extends RowData>({
  table,
  caption,
  total,
  isBusy,
  isStale,
  canSelect,
  nameOf,
}: ViewProps<Row>) {
  const t = useTexts()
  const { rows } = table.getRowModel()
  const { list, indexes, before, after } = useWindowRows<HTMLTableSectionElement>(rows.length, ROW_HEIGHT)
  return (
    <table className={classes['table']} aria-rowcount={total + 1} aria-busy={isBusy}>
      <caption className="vh">{caption}</caption>
      <Head table={table} canSelect={canSelect} />
      <tbody ref={list} className={isStale ? classes['stale'] : undefined}>
        <Gap height={before} />
        {indexes.map((index) => {
          const row = rows[index]
          const tick = row && canSelect ? t('ui.table.selectRow', { name: nameOf(row.original) }) : undefined
          return row && <Line key={row.id} row={row} position={index + 1} tick={tick} />
        })}
        <Gap height={after} />
      </tbody>
    </table>
  )
}
