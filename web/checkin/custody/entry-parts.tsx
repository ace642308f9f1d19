import type { CustodyRow } from '#contract/checkin/custody.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import classes from '../../ui/data-table/entry-cells.module.css'
import { useEntryWords } from './entry-words.ts'

type One = { entry: CustodyRow }

/** What happened, and below it what else there is to know. An entry that was tampered with says so first. */
export function What({ entry }: One) {
  const t = useTexts()
  const { what, more } = useEntryWords()(entry)
  return (
    <span className={classes['what']}>
      <span>
        {!entry.intact && (
          <>
            <Badge tone="bad">{t('checkin.custody.changed')}</Badge>{' '}
          </>
        )}
        <span className="strong">{what}</span>
      </span>
      {more.length > 0 && (
        <span data-roomy="" className={classes['more']}>
          {more.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      )}
    </span>
  )
}

export const When = ({ entry: { at } }: One) => <span className="num">{useFormat().dateTime(at)}</span>

/** Who did it, and who stood beside. */
export function By({ entry: { actorName: known, secondActorName } }: One) {
  const t = useTexts()
  const actorName = known ?? t('checkin.custody.unknown')
  return (
    <span className={classes['what']}>
      <span className={classes['clip']} title={actorName}>
        {actorName}
      </span>
      {secondActorName && (
        <span data-roomy="said" className={`${classes['more']} ${classes['clip']}`}>
          {t('checkin.custody.withSecond', { name: secondActorName })}
        </span>
      )}
    </span>
  )
}

/** The event, and the entry's place in its chain. */
export function Where({ entry: { eventName, number } }: One) {
  const t = useTexts()
  return (
    <span className={classes['what']}>
      <span className={classes['clip']} title={eventName}>
        {eventName}
      </span>
      <span data-roomy="" className={`num ${classes['more']}`}>
        {t('checkin.custody.entry', { number })}
      </span>
    </span>
  )
}

/** An entry on a phone. */
export function EntryCard({ entry }: One) {
  const t = useTexts()
  const { secondActorName, eventName, number } = entry
  const actorName = entry.actorName ?? t('checkin.custody.unknown')
  return (
    <div className={classes['card']}>
      <What entry={entry} />
      <span className={classes['sub']}>
        {secondActorName ? t('checkin.custody.byTwo', { one: actorName, two: secondActorName }) : actorName}
      </span>
      <span className="small muted num">
        <When entry={entry} /> · {eventName} · {t('checkin.custody.entry', { number })}
      </span>
    </div>
  )
}
