import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import classes from './data-table.module.css'
import { Tick } from './selection.tsx'
import type { ViewProps } from './table-view.tsx'
import { useWindowRows } from './window-rows.ts'

/** A usual card in pixels; each is measured once it is drawn. */
const CARD_HEIGHT = 93

type CardsProps<Row extends RowData> = ViewProps<Row> & { card: (row: Row) => ReactNode }

/** The rows as cards, for windows under 768 px. */
export function CardsView<Row extends RowData>({
  table,
  caption,
  total,
  isBusy,
  isStale,
  canSelect,
  nameOf,
  card,
}: CardsProps<Row>) {
  const t = useTexts()
  const { rows } = table.getRowModel()
  const { list, indexes, before, after, measure } = useWindowRows<HTMLUListElement>(rows.length, CARD_HEIGHT)
  return (
    <ul
      ref={list}
      className={[classes['cards'], isStale && classes['stale']].filter(Boolean).join(' ')}
      style={{ paddingBlock: `${before}px ${after}px` }}
      aria-label={caption}
      aria-busy={isBusy}
    >
      {indexes.map((index) => {
        const row = rows[index]
        if (!row) return null
        const isOn = row.getIsSelected()
        return (
          <li
            key={row.id}
            ref={measure}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className={isOn ? classes['on'] : undefined}
          >
            {canSelect && (
              <Tick
                label={t('ui.table.selectRow', { name: nameOf(row.original) })}
                checked={isOn}
                onToggle={row.getToggleSelectedHandler()}
              />
            )}
            <div className={classes['card']}>{card(row.original)}</div>
          </li>
        )
      })}
    </ul>
  )
}
