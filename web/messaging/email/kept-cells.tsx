import type { KeptEmailRow } from '#contract/messaging/kept-emails.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { shortSubject } from '../lists/cut-subject.ts'
import { useWhom } from '../lists/kept-messages.ts'
import classes from './email.module.css'

type One = { row: KeptEmailRow }

/** What has gone is looked at, what has not is written on. */
export function KeptSubject({ row: { id, subject, campaignId } }: One) {
  const t = useTexts()
  const mayWrite = useCan('messages.send')
  const name = <span title={subject}>{shortSubject(subject, t('messaging.emailList.noSubject'))}</span>
  if (campaignId)
    return (
      <RowLink to={paths.oneEmail} params={{ id: campaignId }} className={classes['title']}>
        {name}
      </RowLink>
    )
  if (!mayWrite) return <span className={classes['title']}>{name}</span>
  return (
    <RowLink to={paths.composeEmail} search={{ draftId: id }} className={classes['title']}>
      {name}
    </RowLink>
  )
}

/** Whom it is for, in words. */
export const Whom = ({ row: { chosen } }: One) => (
  <span className={classes['below']}>{useWhom('messaging.emailList.addresses')({ ...chosen, file: null })}</span>
)
