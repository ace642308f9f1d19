import { useState, type SyntheticEvent } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconButton } from '../controls/button.tsx'
import { IconChevronLeft, IconChevronRight } from '../icons.ts'
import { pagesShown } from './pages-shown.ts'
import classes from './pager.module.css'

/** Which page of a list is shown, counted from 1, and how to turn to another. */
export type PagerProps = { page: number; size: number; onTurn: (page: number) => void }

type JumperProps = { page: number; last: number; onTurn: (page: number) => void }

/** A number that is typed; what is beyond the list is its end. */
function Jumper({ page, last, onTurn }: JumperProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(String(page))
  const jump = (event: SyntheticEvent) => {
    event.preventDefault()
    const wanted = Math.min(Math.max(Math.trunc(Number(typed)) || page, 1), last)
    setTyped(String(wanted))
    if (wanted !== page) onTurn(wanted)
  }
  return (
    <form className={classes['jumper']} onSubmit={jump} noValidate>
      <label>
        {t('ui.pager.goTo')}
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={last}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={jump}
        />
      </label>
    </form>
  )
}

/** How many there are, and the way from page to page: back, by number, on, and straight to one. */
export function Pager({ page, size, total, onTurn }: PagerProps & { total: number }) {
  const t = useTexts()
  const { number } = useFormat()
  const last = Math.max(Math.ceil(total / size), 1)
  const shown = Math.min(page, last)
  return (
    <nav className={classes['pager']} aria-label={t('ui.pager.pages')}>
      <span className="num">{t('ui.pager.total', { count: total })}</span>
      <span className={classes['pages']}>
        <IconButton
          small
          label={t('ui.pager.previous')}
          icon={IconChevronLeft}
          disabled={shown <= 1}
          onClick={() => onTurn(shown - 1)}
        />
        {pagesShown(shown, last).map((one, place) =>
          one === null ? (
            <span key={`gap-${place}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={one}
              type="button"
              className={classes['page']}
              aria-label={t('ui.pager.page', { page: number(one) })}
              aria-current={one === shown ? 'page' : undefined}
              onClick={() => onTurn(one)}
            >
              <span className="num">{number(one)}</span>
            </button>
          ),
        )}
        <IconButton
          small
          label={t('ui.pager.next')}
          icon={IconChevronRight}
          disabled={shown >= last}
          onClick={() => onTurn(shown + 1)}
        />
      </span>
      {last > 1 && <Jumper key={shown} page={shown} last={last} onTurn={onTurn} />}
    </nav>
  )
}
