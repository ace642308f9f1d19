import type { AuditRow } from '#contract/identity/audit.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { useEntryWords } from './entry-words.ts'
import classes from '../../ui/data-table/entry-cells.module.css'

type One = { entry: AuditRow }

/** What was done, and below it what else there is to know. */
export function What({ entry }: One) {
  const { what, more } = useEntryWords()(entry)
  return (
    <span className={classes['what']}>
      <span className="strong">{what}</span>
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

export const Who = ({ entry: { actorName } }: One) => (
  <span className={classes['clip']} title={actorName}>
    {actorName}
  </span>
)

/** The person it was done to, who leads to their page. Acts on oneself name nobody. */
export function Whom({ entry: { subjectId, subjectName, actorName } }: One) {
  if (!subjectName || !subjectId || subjectName === actorName) return null
  return (
    <RowLink to={paths.person} params={{ id: subjectId }} className={classes['clip']}>
      {subjectName}
    </RowLink>
  )
}

/** The device and, below it, the network address; nothing for jobs and operators. */
export function Where({ entry: { device, ip } }: One) {
  const t = useTexts()
  if (!device && !ip) return null
  return (
    <span className={classes['what']}>
      <span className={classes['clip']}>{device ?? t('identity.account.unknownDevice')}</span>
      {ip && (
        <bdi data-roomy="" dir="ltr" className={`num ${classes['more']}`}>
          {ip}
        </bdi>
      )}
    </span>
  )
}

/** An entry on a phone. */
export function EntryCard({ entry }: One) {
  const { actorName, subjectName, device, ip } = entry
  const from = [device, ip].filter(Boolean).join(', ')
  return (
    <div className={classes['card']}>
      <What entry={entry} />
      <span className={classes['sub']}>
        {subjectName && subjectName !== actorName ? `${actorName} → ${subjectName}` : actorName}
      </span>
      <span className="small muted num">
        <When entry={entry} />
        {from && ` · ${from}`}
      </span>
    </div>
  )
}
