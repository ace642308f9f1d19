import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Face } from '../../ui/marks/face.tsx'
import classes from './report.module.css'

const NAME = /#name#/i

/** The text as it stood on the phones, under the name it came from. */
export function MessageAsSent({ campaign: { senderId, message } }: { campaign: CampaignRow }) {
  const t = useTexts()
  return (
    <section className={classes['aside']} aria-label={t('messaging.report.asSent')}>
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
    </section>
  )
}
