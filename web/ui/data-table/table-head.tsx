import { useTexts } from '../../lib/languages/index.ts'
import { IconArrowDown, IconArrowUp } from '../icons.ts'
import classes from './data-table.module.css'
import { sortKey, turned, type Column, type Columns, type SortProps, type ViewProps } from './table-shape.ts'
import { TickBox } from './tick-box.tsx'

export const classOf = ({ align, wideOnly }: Column<never>) =>
  [align === 'end' && 'end', wideOnly && classes['wide']].filter(Boolean).join(' ') || undefined

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

type HeadProps<Row> = Pick<ViewProps<Row>, 'ticks' | 'rowActions'> & {
  columns: Columns<Row>
  sort: SortProps | undefined
}

/** The headings, the box above the ticks, and the way to sort. */
export function TableHead<Row>({ columns, sort, ticks, rowActions }: HeadProps<Row>) {
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
          <th scope="col" className={classes['more']}>
            <span className="vh">{t('ui.table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
