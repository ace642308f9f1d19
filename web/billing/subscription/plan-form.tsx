import { useState, type SubmitEvent } from 'react'
import {
  MONTHS_MOST,
  type Pricing,
  type Purchase,
  type SubscriptionStatus,
  type quotePurchase,
} from '#contract/billing/payments.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { OwnPage, PayDialog } from '../checkout/pay-dialog.tsx'
import { useMissing, usePaying, type Order } from '../checkout/use-paying.ts'
import { purchaseFailureText } from '../failure-text.ts'
import { NoPrice } from '../no-price.tsx'
import { useQuote } from '../queries.ts'
import { BankPanel } from '../checkout/bank-panel.tsx'
import classes from './subscription.module.css'
import type { Result } from '#contract/endpoint.ts'

type Quote = Result<typeof quotePurchase>

const names: Record<Quote['lines'][number]['what'], TextId> = {
  units: 'billing.line.units',
  months: 'billing.line.months',
  upgrade: 'billing.line.upgrade',
}

/** The sum line by line: the sum shown is the sum charged. */
function Summary({ quote }: { quote: Quote }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  return (
    <section className={classes['summary']} aria-label={t('billing.subscription.summary')}>
      <h3>{t('billing.subscription.summary')}</h3>
      <dl className={classes['lines']}>
        {quote.lines.map(({ what, count, amountMinor }) => (
          <div key={what}>
            <dt>{t(names[what], { count })}</dt>
            <dd className="num">{money.minor(amountMinor, quote.currency)}</dd>
          </div>
        ))}
        <div className={classes['total']}>
          <dt>{t('billing.units.total')}</dt>
          <dd className="num">{money.minor(quote.amountMinor, quote.currency)}</dd>
        </div>
        {quote.expiresOn && (
          <div>
            <dt>{t('billing.subscription.renewal')}</dt>
            <dd className="num">{format.day(quote.expiresOn)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

type PlanFormProps = { prices: Pricing; subscription: SubscriptionStatus }

const MONTHS = Array.from({ length: MONTHS_MOST }, (_, index) => index + 1)

/** The plan chosen and for how long, as a purchase; null while none is chosen. */
function useChoice({ prices, subscription }: PlanFormProps) {
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

type PlanFieldProps = PlanFormProps & { planId: string; error: string | undefined; onChange: (planId: string) => void }

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
  const hintOf = ({ perMonth, description }: Pricing['plans'][number]) =>
    t('billing.subscription.planHint', { price: money.decimal(perMonth, prices.currency), description })
  const chosen = prices.plans.find(({ id }) => id === planId)
  return (
    <SelectField
      label={t('billing.subscription.plan')}
      required
      value={planId}
      onChange={(event) => onChange(event.target.value)}
      hint={chosen && hintOf(chosen)}
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
export function PlanForm({ prices, subscription }: PlanFormProps) {
  const t = useTexts()
  const { planId, setPlanId, months, setMonths, purchase } = useChoice({ prices, subscription })
  const quote = useQuote(purchase)
  const order: Order | null = purchase && quote.data ? { purchase, amountMinor: quote.data.amountMinor } : null
  const paying = usePaying(order)
  const { form, isAsked, ask } = useMissing()
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
  const planName = prices.plans.find(({ id }) => id === planId)?.name ?? ''
  return (
    <Card title={t('billing.subscription.choose')}>
      <form ref={form} className={classes['form']} onSubmit={choose}>
        <PlanField
          prices={prices}
          subscription={subscription}
          planId={planId}
          error={isAsked && !planId ? t('billing.subscription.selectPlan') : undefined}
          onChange={setPlanId}
        />
        <MonthsField months={months} onChange={setMonths} />
        {purchase && quote.data && <Summary quote={quote.data} />}
        {!isOffered && <NoPrice what="account" />}
        {failure && <Note tone="bad">{t(purchaseFailureText(failure))}</Note>}
        <PayButton isReady={order !== null && isOffered} hasPage={providers.length > 0} />
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
          what={t('billing.transfer.forMonths', { plan: planName, months })}
          providers={providers}
          hasBank={hasBank}
        />
      )}
    </Card>
  )
}
