import type { CampaignReport } from '#contract/messaging/sent-sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { isUnderWay } from '../sent/delivery.ts'
import { heldOf } from './progress.ts'
import classes from './units.module.css'

type One = { campaign: CampaignReport }

/** For what units came back, by messages; and for what they did not. */
function Why({ campaign }: One) {
  const t = useTexts()
  const { undelivered, refused, cancelled, skipped } = campaign.returnedFor
  const kept = campaign.counts.failed - undelivered - refused
  const reasons = [
    undelivered > 0 && t('messaging.report.backForUndelivered', { count: undelivered }),
    refused > 0 && t('messaging.report.backForRefused', { count: refused }),
    cancelled > 0 && t('messaging.report.backForCancelled', { count: cancelled }),
    skipped > 0 && t('messaging.report.backForSkipped', { count: skipped }),
    kept > 0 && t('messaging.report.keptForUndelivered', { count: kept }),
  ].filter((reason) => reason !== false)
  if (reasons.length === 0) return null
  return (
    <ul className={`small num ${classes['why']}`}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}

/** What was set aside for a message, what of it is spent, and what came back and why. */
export function UnitsCard({ campaign }: One) {
  const t = useTexts()
  const { number } = useFormat()
  const { units: balance } = useSession()
  const { unitsHeld, unitsSpent, unitsReturned } = campaign
  const isMoving = isUnderWay(campaign)
  const held = heldOf(campaign)
  return (
    <Card title={t('messaging.sent.units')}>
      <dl className={`num ${classes['units']}`}>
        <div>
          <dt>{t('messaging.report.reserved')}</dt>
          <dd>{number(unitsHeld)}</dd>
        </div>
        <div>
          <dt>{t(isMoving ? 'messaging.report.spentSoFar' : 'messaging.report.spent')}</dt>
          <dd>{number(unitsSpent)}</dd>
        </div>
        {unitsReturned > 0 && (
          <div className={classes['returned']}>
            <dt>{t('messaging.report.returned')}</dt>
            <dd>{number(unitsReturned)}</dd>
          </div>
        )}
        {held > 0 && (
          <div>
            <dt>{t('messaging.report.stillReserved')}</dt>
            <dd>{number(held)}</dd>
          </div>
        )}
        <div className={classes['sum']}>
          <dt>{t('messaging.report.balanceNow')}</dt>
          <dd>{number(balance)}</dd>
        </div>
      </dl>
      {isMoving ? (
        <p className={`small ${classes['why']}`}>{t('messaging.report.unusedComeBack')}</p>
      ) : (
        <Why campaign={campaign} />
      )}
    </Card>
  )
}
