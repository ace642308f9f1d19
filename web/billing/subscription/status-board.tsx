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

const plain = {
  Active: ['ok', 'billing.subscription.active'],
  InActive: ['bad', 'billing.subscription.inactive'],
} as const
/** Paid, and yet too small: such a church's gate is shut, or soon will be. */
const full = ['bad', 'billing.subscription.overCapacity'] as const

/** The plan as it is now, and its days. */
export function StatusBoard({ subscription }: { subscription: SubscriptionStatus }) {
  const t = useTexts()
  const format = useFormat()
  const { planName, people, membershipSize, startedOn, expiresOn, renewsOn, nextPaymentDue, status } = subscription
  const [tone, word] = people > membershipSize && status === 'Active' ? full : plain[status]
  const badge = <Badge tone={tone}>{t(word)}</Badge>
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
