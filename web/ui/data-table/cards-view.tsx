import { memo, type ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import classes from './data-table.module.css'
import { MoreMenu } from './menu.tsx'
import type { ViewProps } from './table-shape.ts'
import { TickBox } from './tick-box.tsx'
import { useWindowRows } from './window-rows.ts'

/** A usual card in rem; each is measured once it is drawn. */
const CARD_HEIGHT = 5.8125

type CardsProps<Row> = ViewProps<Row> & { card: (row: Row) => ReactNode }

/** What stands in a card: its box, the row's own card, and what can be done with it. */
function Card<Row>({ row, card, idOf, nameOf, ticks, rowActions }: CardsProps<Row> & { row: Row }) {
  const t = useTexts()
  const [id, name] = [idOf(row), nameOf(row)]
  const actions = rowActions?.(row)
  return (
    <>
      {ticks && (
        <TickBox
          label={t('ui.table.selectRow', { name })}
          checked={ticks.isTicked(id)}
          onToggle={(withShift) => ticks.onTick(id, withShift)}
        />
      )}
      <div className={classes['card']}>{card(row)}</div>
      {actions && <MoreMenu label={t('ui.table.more', { name })}>{actions}</MoreMenu>}
    </>
  )
}

/** Scrolling draws only the cards that come in. */
const SteadyCard = memo(Card) as typeof Card

/** The rows as cards, for windows under 768 px. */
export function CardsView<Row>(props: CardsProps<Row>) {
  const { rows, caption, total, isBusy, isStale, idOf, ticks } = props
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
        if (row === undefined) return null
        const id = idOf(row)
        return (
          <li
            key={id}
            ref={measure}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className={ticks?.isTicked(id) ? classes['on'] : undefined}
          >
            <SteadyCard {...props} row={row} />
          </li>
        )
      })}
    </ul>
  )
}
