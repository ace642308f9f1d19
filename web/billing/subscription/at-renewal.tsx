import type { Pricing } from '#contract/billing/payments.ts'
import type { SubscriptionStatus } from '#contract/billing/subscription.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useChooseRenewalPlan } from '../queries.ts'

type AtRenewalProps = { prices: Pricing; subscription: SubscriptionStatus; plan: Pricing['plans'][number] }

/** A cheaper plan may be chosen for the renewal without paying now. */
export function AtRenewal({ prices, subscription, plan }: AtRenewalProps) {
  const t = useTexts()
  const format = useFormat()
  const mayPay = useCan('billing.manage')
  const choose = useChooseRenewalPlan()
  const present = prices.plans.find(({ id }) => id === subscription.planId)
  const isCheaper = present !== undefined && Number(plan.perMonth) < Number(present.perMonth)
  const isWanted = subscription.renewalPlan?.id === plan.id
  if (!mayPay || !isCheaper || isWanted || subscription.status !== 'Active') return null
  const day = format.day(subscription.renewsOn)
  const want = () =>
    choose.run(plan.id, {
      done: () => void toast.ok(t('billing.subscription.willRenewTo', { plan: plan.name, day })),
      failed: (failure) => void toast.bad(t(failureText(failure))),
    })
  return (
    <Button kind="quiet" block busy={choose.busy} onClick={want}>
      {t('billing.subscription.switchLater', { plan: plan.name, day })}
    </Button>
  )
}
