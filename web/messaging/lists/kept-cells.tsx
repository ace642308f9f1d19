import type { ReactNode } from 'react'
import type { DraftRow } from '#contract/messaging/drafts.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { useDayWords } from './when.ts'
import classes from './row.module.css'

type One = { row: DraftRow }

/** What a row is called: its text, long enough to know it by, or that there is none. */
const NAME_LENGTH = 60
export const keptIdOf = ({ id }: DraftRow) => id
export const keptNameOf = ({ content: { message }, changedBy }: DraftRow) => message.slice(0, NAME_LENGTH) || changedBy

/** The text, which opens the message to be written on, for those who may send. */
export function KeptLink({ row: { id, content, state } }: One) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const words = content.message.trim() === '' ? t('messaging.lists.noText') : content.message
  if (!canSend) return <span className={classes['message']}>{words}</span>
  const search: Record<string, string> = state === 'template' ? { defaultId: id } : { draftId: id }
  return (
    <RowLink to={paths.composeSms} search={search} className={classes['message']}>
      {words}
    </RowLink>
  )
}

/** Two lines of a cell; the second is left out of low rows. */
export const TwoLines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <>
    <span className={`num ${classes['above']}`}>{children}</span>
    {below && (
      <span data-roomy="" className={`num ${classes['below']}`}>
        {below}
      </span>
    )}
  </>
)

/** When it was saved last. */
export function useChangedAt() {
  const t = useTexts()
  const format = useFormat()
  const day = useDayWords()
  return ({ changedAt }: DraftRow) =>
    t('messaging.sent.dayAndTime', { day: day(changedAt), time: format.time(changedAt) })
}

/** When it was saved last, and by whom. */
export function Changed({ row }: One) {
  const t = useTexts()
  return <TwoLines below={t('messaging.sent.by', { name: row.changedBy })}>{useChangedAt()(row)}</TwoLines>
}
