import { useState, type SubmitEvent } from 'react'
import { MONTHS_MOST, type Pricing, type Purchase } from '#contract/billing/payments.ts'
import type { SubscriptionStatus } from '#contract/billing/subscription.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { OwnPage } from '../checkout/own-page.tsx'
import { fetchWaysToPay, PayDialog } from '../checkout/pay-dialog.tsx'
import { useMissing, usePaying, type Order } from '../checkout/use-paying.ts'
import { purchaseFailureText } from '../failure-text.ts'
import { NoPrice } from '../no-price.tsx'
import { useQuote } from '../queries.ts'
import { useRenewal } from '../renewal/queries.ts'
import { BankPanel } from '../checkout/bank-panel.tsx'
import { AtRenewal } from './at-renewal.tsx'
import { PayingFrom } from './paying-from.tsx'
import { Summary } from './summary.tsx'
import classes from './subscription.module.css'

type PlanFormProps = {
  prices: Pricing
  subscription: SubscriptionStatus
  /** The payer is elsewhere, and pays in another currency. */
  onCurrency: (currency: string | undefined) => void
}

const MONTHS = Array.from({ length: MONTHS_MOST }, (_, index) => index + 1)

/** The plan chosen and for how long, as a purchase; null while none is chosen. */
function useChoice({ prices, subscription }: Pick<PlanFormProps, 'prices' | 'subscription'>) {
  const fits = prices.plans.some(
    ({ id, membershipSize }) => id === subscription.planId && membershipSize >= subscription.people,
  )
  const [planId, setPlanId] = useState(fits ? (subscription.planId ?? '') : '')
  const [months, setMonths] = useState(1)
  const purchase: Purchase | null = planId
    ? { purpose: 'subscription', currency: prices.currency, planId, months }
    : null
  return { planId, setPlanId, months, setMonths, purchase }
}

/** Pay Now, or why it cannot be pressed. */
function PayButton({ isReady, hasPage }: { isReady: boolean; hasPage: boolean }) {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  if (!mayPay) return <Note tone="info">{t('billing.frame.onlyFinance')}</Note>
  return (
    <div className="stack-8">
      <Button type="submit" kind="primary" size="lg" block disabled={!isReady}>
        {t('billing.subscription.pay')}
      </Button>
      {hasPage ? <OwnPage /> : <p className="small muted">{t('billing.units.byTransfer')}</p>}
    </div>
  )
}

type PlanFieldProps = Pick<PlanFormProps, 'prices' | 'subscription'> & {
  planId: string
  error: string | undefined
  onChange: (planId: string) => void
}

function PlanField({ prices, subscription, planId, error, onChange }: PlanFieldProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const nameOf = ({ name, membershipSize, perMonth }: Pricing['plans'][number]) =>
    t(membershipSize < subscription.people ? 'billing.subscription.planTooSmall' : 'billing.subscription.planOption', {
      people: format.number(subscription.people),
      name,
      size: format.number(membershipSize),
      price: money.decimal(perMonth, prices.currency),
    })
  const { people, planName, membershipSize: size } = subscription
  const hint = t('billing.subscription.sizeHint', {
    people,
    number: format.number(people),
    plan: planName,
    size: format.number(size),
  })
  return (
    <SelectField
      label={`${t('billing.subscription.plan')} *`}
      required
      value={planId}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error}
    >
      <option value="" disabled>
        {t('billing.subscription.selectPlan')}
      </option>
      {prices.plans.map((plan) => (
        <option key={plan.id} value={plan.id} disabled={plan.membershipSize < subscription.people}>
          {nameOf(plan)}
        </option>
      ))}
    </SelectField>
  )
}

function MonthsField({ months, onChange }: { months: number; onChange: (months: number) => void }) {
  const t = useTexts()
  return (
    <SelectField
      label={t('billing.subscription.duration')}
      hint={t('billing.subscription.durationHint', { most: MONTHS_MOST })}
      value={months}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {MONTHS.map((count) => (
        <option key={count} value={count}>
          {t('billing.subscription.months', { count })}
        </option>
      ))}
    </SelectField>
  )
}

/** Plan, months, the sum line by line, and the ways to pay it. */
export function PlanForm({ prices, subscription, onCurrency }: PlanFormProps) {
  const t = useTexts()
  const { planId, setPlanId, months, setMonths, purchase } = useChoice({ prices, subscription })
  const quote = useQuote(purchase)
  const order: Order | null =
    purchase && quote.data ? { purchase, amountMinor: quote.data.amountMinor, validUntil: quote.data.validUntil } : null
  const paying = usePaying(order)
  const { form, isAsked, ask } = useMissing()
  const { data: renewal } = useRenewal()
  if (prices.plans.length === 0) return <NoPrice what="subscription" />
  const providers = prices.providers.subscription
  const hasBank = prices.bankAccount !== null
  const isOffered = hasBank || providers.length > 0
  const failure = (paying.isChoosing ? null : paying.transfer.failure) ?? quote.error
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    if (order) paying.choose()
  }
  const transfer = () => {
    if (order) paying.transfer.begin(order)
    else if (purchase) void quote.refetch()
    else ask()
  }
  const plan = prices.plans.find(({ id }) => id === planId)
  const present = prices.plans.find(({ id }) => id === subscription.planId)
  return (
    <Card title={t('billing.subscription.choose')}>
      <form
        ref={form}
        className={classes['form']}
        onSubmit={choose}
        onFocus={fetchWaysToPay}
        onPointerEnter={fetchWaysToPay}
      >
        <div className={classes['choice']}>
          <PlanField
            prices={prices}
            subscription={subscription}
            planId={planId}
            error={isAsked && !planId ? t('billing.subscription.selectPlan') : undefined}
            onChange={setPlanId}
          />
          <MonthsField months={months} onChange={setMonths} />
        </div>
        <PayingFrom currency={prices.currency} currencies={prices.currencies} onChange={onCurrency} />
        {plan && quote.data && (
          <Summary
            quote={quote.data}
            plan={plan}
            presentPerMonth={present?.perMonth ?? null}
            isPresent={plan === present && subscription.status === 'Active'}
          />
        )}
        {!isOffered && <NoPrice what="account" />}
        {failure && <Note tone="bad">{t(purchaseFailureText(failure))}</Note>}
        <PayButton isReady={order !== null && isOffered} hasPage={providers.length > 0} />
        {plan && <AtRenewal prices={prices} subscription={subscription} plan={plan} />}
      </form>
      <BankPanel
        account={prices.bankAccount}
        purpose="subscription"
        onPay={transfer}
        isBusy={paying.transfer.isBusy}
        isWaiting={quote.isFetching}
      />
      {paying.isChoosing && order && (
        <PayDialog
          paying={paying}
          order={order}
          what={t('billing.transfer.forMonths', { plan: plan?.name ?? '', months })}
          providers={providers}
          hasBank={hasBank}
          keepers={renewal && !renewal.isOn ? prices.providers.cards : []}
        />
      )}
    </Card>
  )
}
