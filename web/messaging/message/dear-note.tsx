import { useTexts, type Translate } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { plainAlternative } from '#contract/messaging/segments.ts'
import type { Cheaper } from './dear-signs.ts'
import classes from './message.module.css'

const titleOf = (t: Translate, { visible, pages, pagesNow }: Cheaper) =>
  visible.length > 0
    ? t('messaging.compose.dearTitle', {
        count: visible.length,
        signs: visible.join(' '),
        pages: pagesNow,
        instead: pages,
      })
    : t('messaging.compose.dearHiddenTitle', { pages: pagesNow, instead: pages })

/** One sign is named with what it becomes; several are replaced together. */
function replaceText(t: Translate, { visible, hasHidden }: Pick<Cheaper, 'visible' | 'hasHidden'>): string {
  const [sign, ...others] = visible
  const plain = sign === undefined ? undefined : plainAlternative(sign)?.message
  if (sign === undefined || plain === undefined || others.length > 0 || hasHidden)
    return t('messaging.compose.replaceAll')
  return t('messaging.compose.replaceOne', { sign, plain })
}

type DearNoteProps = { cheaper: Cheaper; onReplace: (message: string) => void; onKeep: () => void }

/** Signs that cost pages, one press that makes them plain, and one that leaves them. */
export function DearNote({ cheaper, onReplace, onKeep }: DearNoteProps) {
  const t = useTexts()
  const [sign, ...others] = cheaper.visible
  return (
    <div className={classes['dear']} role="status">
      <Note
        tone="warn"
        action={
          <span className={classes['choices']}>
            <Button size="sm" className={classes['replace']} onClick={() => onReplace(cheaper.message)}>
              {replaceText(t, cheaper)}
            </Button>
            <Button kind="quiet" size="sm" className={classes['replace']} onClick={onKeep}>
              {sign !== undefined && others.length === 0
                ? t('messaging.compose.keepOne', { sign })
                : t('messaging.compose.keepAll')}
            </Button>
          </span>
        }
      >
        <p className="strong">{titleOf(t, cheaper)}</p>
        <p className="small muted">
          {t('messaging.compose.dearWhy', {
            count: cheaper.visible.length || 2,
            places: cheaper.placesNow,
            plain: cheaper.places,
          })}
        </p>
      </Note>
    </div>
  )
}
