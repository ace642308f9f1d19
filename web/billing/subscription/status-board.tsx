import type { ReactNode } from 'react'
import type { SubscriptionStatus } from '#contract/billing/subscription.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useTermWords } from '../../lists/term-words.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconExternalLink } from '../../ui/icons.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useChooseRenewalPlan, useOpenPortal, useTimeLine } from '../queries.ts'
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

/** To the card provider's own page of cards and invoices, for churches that it knows; asked for when it is pressed. */
function PortalButton() {
  const t = useTexts()
  const portal = useOpenPortal()
  const open = () =>
    portal.run(undefined, {
      done: ({ data: page }) => (page ? location.assign(page) : void toast.info(t('billing.checkout.noPortal'))),
      failed: (failure) => void toast.bad(t(failureText(failure))),
    })
  return (
    <Button icon={IconExternalLink} block busy={portal.busy} onClick={open}>
      {t('billing.checkout.manage')}
    </Button>
  )
}

/** The smaller plan that the renewal brings, and the way to keep the present one. */
function RenewalPlan({ subscription: { renewalPlan, renewsOn } }: { subscription: SubscriptionStatus }) {
  const t = useTexts()
  const format = useFormat()
  const mayPay = useCan('billing.manage')
  const choose = useChooseRenewalPlan()
  if (!renewalPlan) return null
  const keep = () => choose.run(null, { failed: (failure) => void toast.bad(t(failureText(failure))) })
  return (
    <div className={classes['renewal']}>
      <p>{t('billing.subscription.renewsTo', { plan: renewalPlan.name, day: format.day(renewsOn) })}</p>
      {mayPay && (
        <Button size="sm" busy={choose.busy} onClick={keep}>
          {t('billing.subscription.keepPlan')}
        </Button>
      )}
    </div>
  )
}

/** The plan as it is now, its days, and what is to come. */
export function StatusBoard({ subscription }: { subscription: SubscriptionStatus }) {
  const t = useTexts()
  const format = useFormat()
  const mayPay = useCan('billing.manage')
  const { planName, people, membershipSize, startedOn, expiresOn, renewsOn, nextPaymentDue, status } = subscription
  const [tone, word] = people > membershipSize && status === 'Active' ? full : plain[status]
  return (
    <Card title={t('billing.subscription.status')}>
      <dl className={classes['lines']}>
        <Line label={t('billing.subscription.currentPlan')}>{planName}</Line>
        <Line label={t('billing.subscription.people')}>
          {t('billing.subscription.peopleOf', {
            people: format.number(people),
            size: format.number(membershipSize),
          })}
        </Line>
        <Line label={t('billing.subscription.statusLine')}>
          <Badge tone={tone}>{t(word)}</Badge>
        </Line>
        {startedOn && <Line label={t('billing.subscription.start')}>{format.day(startedOn)}</Line>}
        {subscription.upcoming.map((plan) => (
          <Line key={plan.from} label={t('billing.subscription.upcoming', { day: format.day(plan.from) })}>
            {plan.planName}
          </Line>
        ))}
        <Line label={t('billing.subscription.expiry')}>{format.day(expiresOn)}</Line>
        <Line label={t('billing.subscription.renewalDate')}>{format.day(renewsOn)}</Line>
        <Line label={t('billing.subscription.nextPayment')}>{format.day(nextPaymentDue)}</Line>
      </dl>
      <RenewalPlan subscription={subscription} />
      {mayPay && subscription.hasPortal && <PortalButton />}
    </Card>
  )
}

/** Why the subscription stands where it stands, the newest first. */
export function TimeLine() {
  const t = useTexts()
  const { titleOf, detailOf, dayOf } = useTermWords()
  const { data } = useTimeLine()
  if (!data) return null
  return (
    <Card title={t('billing.subscription.timeLine')}>
      <ol className={classes['events']} reversed>
        {data.items.map((item) => (
          <li key={`${item.kind} ${item.onDay} ${item.at}`}>
            <span className={classes['event']}>
              <span className="strong">{titleOf(item)}</span>
              <span className="small muted num">{dayOf(item)}</span>
            </span>
            <span className="small muted num">{detailOf(item)}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
