import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../languages/index.ts'
import { Face } from '../../ui/marks/face.tsx'
import classes from './report.module.css'

const NAME = /#name#/i

/** The text as it stood on the phones, under the name it came from. */
export function MessageAsSent({ campaign: { senderId, message, optOutLink } }: { campaign: CampaignReport }) {
  const t = useTexts()
  return (
    <section className="stack-8" aria-label={t('messaging.report.asSent')}>
      <div className={classes['phone']}>
        <div className={classes['sender']}>
          <Face firstName={senderId} plain />
          <bdi>{senderId}</bdi>
        </div>
        <p className={classes['bubble']} dir="auto">
          {message}
        </p>
      </div>
      {NAME.test(message) && <p className="small muted">{t('messaging.report.nameNote')}</p>}
      {optOutLink && <p className="small muted">{t('messaging.report.linkNote')}</p>}
    </section>
  )
}
