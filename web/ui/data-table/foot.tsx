import { useEffect, useRef, type RefObject } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { IconRefresh } from '../icons.ts'
import { Note } from '../surfaces/note.tsx'
import classes from './data-table.module.css'
import type { ListSource } from './table-shape.ts'

type Source = Omit<ListSource<unknown>, 'rows'> & { shown: number }

/** Asks for the next rows a little before the reader comes to the end. */
const AHEAD = '240px'

/** Loads on while the foot is near the window; looks again after each page, for a tall window may want several. */
function useLoadOnScroll(
  foot: RefObject<HTMLElement | null>,
  { hasMore, isLoadingMore, isStale, failure, loadMore, shown }: Source,
) {
  const waits = !hasMore || isLoadingMore || isStale || Boolean(failure)
  useEffect(() => {
    if (waits || !foot.current) return
    // A busy page is told of several crossings at once; only the last one holds.
    const watch = new IntersectionObserver((crossings) => crossings.at(-1)?.isIntersecting && loadMore(), {
      rootMargin: AHEAD,
    })
    watch.observe(foot.current)
    return () => watch.disconnect()
  }, [foot, waits, loadMore, shown])
}

/** When the last page takes the button away, whoever pressed it stays at this place of the page. */
function useKeptPlace(foot: RefObject<HTMLElement | null>, hasMore: boolean) {
  const pressed = useRef(false)
  useEffect(() => {
    if (!hasMore && pressed.current && document.activeElement === document.body)
      foot.current?.focus({ preventScroll: true })
  }, [foot, hasMore])
  return () => {
    pressed.current = true
  }
}

function Trouble({ hasMore, retry }: Pick<Source, 'hasMore' | 'retry'>) {
  const t = useTexts()
  const again = (
    <Button size="sm" icon={IconRefresh} onClick={retry}>
      {t('ui.state.tryAgain')}
    </Button>
  )
  return (
    <div className={classes['trouble']}>
      <Note tone="bad" action={again}>
        {t(hasMore ? 'ui.table.moreFailed' : 'ui.table.refreshFailed')}
      </Note>
    </div>
  )
}

/** How far the list is shown, and the way to its next rows. */
export function Foot(source: Source) {
  const { shown, total, step, hasMore, isLoadingMore, failure, loadMore, retry } = source
  const t = useTexts()
  const format = useFormat()
  const foot = useRef<HTMLDivElement>(null)
  useLoadOnScroll(foot, source)
  const remember = useKeptPlace(foot, hasMore)
  const more = () => {
    remember()
    loadMore()
  }
  return (
    <>
      {Boolean(failure) && !isLoadingMore && <Trouble hasMore={hasMore} retry={retry} />}
      <div ref={foot} tabIndex={-1} className={classes['foot']}>
        <span className="num">
          {t('ui.table.showing', { shown: format.number(shown), total: format.number(total) })}
        </span>
        {hasMore && (!failure || isLoadingMore) && (
          <Button kind="quiet" size="sm" busy={isLoadingMore} onClick={more}>
            {isLoadingMore
              ? t('ui.table.loadingMore', { count: Math.min(step, total - shown) })
              : t('ui.table.loadMore')}
          </Button>
        )}
        {!hasMore && <span>{t('ui.table.end')}</span>}
      </div>
    </>
  )
}
