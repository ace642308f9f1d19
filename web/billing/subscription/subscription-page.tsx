import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession, useCan } from '../../session/session.ts'
import { ButtonLink, Button } from '../../ui/controls/button.tsx'
import { IconHistory, IconCreditCard } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { usePricing, useSubscription, useOpenPortal } from '../queries.ts'
import { OpenPayments } from '../checkout/open-payments.tsx'
import { LatestReceipts } from '../history/latest-receipts.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { PlanForm } from './plan-form.tsx'
import classes from './subscription.module.css'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import type { ReactNode } from 'react'
import type { SubscriptionStatus } from '#contract/billing/payments.ts'
import { useFormat } from '../../languages/format.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'

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
function StatusBoard({ subscription }: { subscription: SubscriptionStatus }) {
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

/** To the card provider's own page of cards and invoices, for churches that it knows; asked for when it is pressed. */
function PortalButton() {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const { data: subscription } = useSubscription()
  const portal = useOpenPortal()
  if (!mayPay || !subscription?.hasPortal) return null
  const open = () =>
    portal.mutate(undefined, {
      onSuccess: ({ data: page }) => (page ? location.assign(page) : void toast.info(t('billing.checkout.noPortal'))),
      onError: (failure) => void toast.bad(t(failureText(failure))),
    })
  return (
    <Button icon={IconCreditCard} busy={portal.isPending} onClick={open}>
      {t('billing.checkout.manage')}
    </Button>
  )
}

type SubscribeProps = { back?: WayBack }

function Subscribe({ back }: SubscribeProps) {
  const t = useTexts()
  const pricing = usePricing(undefined)
  const subscription = useSubscription()
  const failed = [pricing, subscription].find(({ isError, data }) => isError && !data)
  const actions = (
    <>
      <PortalButton />
      {!back && (
        <ButtonLink to={paths.billingHistory} icon={IconHistory}>
          {t('billing.subscription.history')}
        </ButtonLink>
      )}
    </>
  )
  return (
    <>
      <PageHeader title={t('billing.subscription.title')} actions={actions} {...(back && { back })}>
        {t('billing.subscription.note')}
      </PageHeader>
      {failed && <Failed failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!pricing.data || !subscription.data) && <Loading rows={5} />}
      {pricing.data && subscription.data && (
        <div className={classes['board']}>
          <div className="stack">
            <OpenPayments purpose="subscription" />
            <PlanForm prices={pricing.data} subscription={subscription.data} />
            {back && <LatestReceipts />}
          </div>
          <aside>
            <StatusBoard subscription={subscription.data} />
          </aside>
        </div>
      )}
    </>
  )
}

/** The church's plan: choose, sum, pay. */
export const SubscriptionPage = () => <Subscribe />

/** The same while the gate is shut. */
export function SubscribeWhileGatedPage() {
  const back = useWayBack(paths.subscription)
  return (
    <BareFrame title={useSession().church.name}>
      <Subscribe back={back} />
    </BareFrame>
  )
}
