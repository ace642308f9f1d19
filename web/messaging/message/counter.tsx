import type { Segments } from '#contract/messaging/segments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { lastPageFill } from './dear-signs.ts'
import classes from './message.module.css'

/** Above this a message is no single page any more. */
const ONE_PAGE = 160

/** Characters and pages of the text as it stands, as numbers and as a row of pages that fill up. */
export function Counter({ counted }: { counted: Segments }) {
  const t = useTexts()
  const { characters, segments } = counted
  const isLong = characters > ONE_PAGE || segments > 1
  const pages = t('messaging.compose.pages', { count: segments })
  return (
    <div className={`${classes['count']} ${isLong ? classes['long'] : ''} num`}>
      <span>{t('messaging.compose.characters', { count: characters })}</span>
      {segments > 0 && (
        <span
          className={classes['pages']}
          style={{ inlineSize: `min(${segments * 1.9375}rem, 9rem)` }}
          aria-hidden="true"
        >
          {Array.from({ length: segments }, (_, page) => (
            <i key={page}>
              <b style={{ inlineSize: page === segments - 1 ? `${lastPageFill(counted) * 100}%` : '100%' }} />
            </i>
          ))}
        </span>
      )}
      <span>{pages}</span>
      {/* Read out only when a page begins or ends, not at every letter. */}
      <span className="vh" role="status">
        {segments > 1 ? pages : ''}
      </span>
    </div>
  )
}
