import type { ReactNode } from 'react'
import type { SubscriptionStatus } from '#contract/billing/payments.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './subscription.module.css'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** The plan as it is now, and its days. */
export function StatusBoard({ subscription }: { subscription: SubscriptionStatus }) {
  const t = useTexts()
  const format = useFormat()
  const { planName, people, membershipSize, startedOn, expiresOn, renewsOn, nextPaymentDue, status } = subscription
  const isActive = status === 'Active'
  const badge = (
    <Badge tone={isActive ? 'ok' : 'bad'}>
      {t(isActive ? 'billing.subscription.active' : 'billing.subscription.inactive')}
    </Badge>
  )
  return (
    <Card title={t('billing.subscription.status')} aside={badge}>
      <dl className={classes['lines']}>
        <Line label={t('billing.subscription.currentPlan')}>{planName}</Line>
        <Line label={t('billing.subscription.people')}>
          {t('billing.subscription.peopleOf', {
            people: format.number(people),
            size: format.number(membershipSize),
          })}
        </Line>
        {startedOn && <Line label={t('billing.subscription.start')}>{format.day(startedOn)}</Line>}
        <Line label={t('billing.subscription.expiry')}>{format.day(expiresOn)}</Line>
        <Line label={t('billing.subscription.renewalDate')}>{format.day(renewsOn)}</Line>
        <Line label={t('billing.subscription.nextPayment')}>{format.day(nextPaymentDue)}</Line>
      </dl>
    </Card>
  )
}
