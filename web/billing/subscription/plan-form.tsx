import { useState, type SubmitEvent } from 'react'
import { MONTHS_MOST, type Pricing, type Purchase, type SubscriptionStatus } from '#contract/billing/payments.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { usePressKey } from '../../lib/press-key.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'
import { NoPrice } from '../no-price.tsx'
import { useQuote, useStartTransfer } from '../queries.ts'
import { BankPanel } from '../transfer/bank-panel.tsx'
import { Summary } from './summary.tsx'
import classes from './subscription.module.css'

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

function usePaying(purchase: Purchase | null, amountMinor: number | undefined) {
  const start = useStartTransfer()
  const press = usePressKey()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!purchase || amountMinor === undefined || start.isPending) return
    start.mutate({ purchase, amountMinor, key: press.keyFor(purchase) }, { onSuccess: press.done })
  }
  return { start, submit }
}

/** Plan, months, the sum line by line, and the button. */
export function PlanForm({ prices, subscription }: PlanFormProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const mayPay = useCan('billing.manage')
  const { planId, setPlanId, months, setMonths, purchase } = useChoice({ prices, subscription })
  const quote = useQuote(purchase)
  const { start, submit } = usePaying(purchase, quote.data?.amountMinor)
  if (prices.plans.length === 0) return <NoPrice what="subscription" />
  const failure = start.error ?? quote.error
  const nameOf = (plan: Pricing['plans'][number]) =>
    t('billing.subscription.planOption', {
      name: plan.name,
      size: format.number(plan.membershipSize),
      price: money.decimal(plan.perMonth, prices.currency),
    })
  const hintOf = ({ perMonth, description }: Pricing['plans'][number]) =>
    t('billing.subscription.planHint', { price: money.decimal(perMonth, prices.currency), description })
  const chosen = prices.plans.find(({ id }) => id === planId)
  return (
    <Card title={t('billing.subscription.choose')}>
      <form className={classes['form']} onSubmit={submit}>
        <SelectField
          label={t('billing.subscription.plan')}
          required
          value={planId}
          onChange={(event) => setPlanId(event.target.value)}
          hint={chosen && hintOf(chosen)}
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
        <SelectField
          label={t('billing.subscription.duration')}
          value={months}
          onChange={(event) => setMonths(Number(event.target.value))}
        >
          {MONTHS.map((count) => (
            <option key={count} value={count}>
              {t('billing.subscription.months', { count })}
            </option>
          ))}
        </SelectField>
        {purchase && quote.data && <Summary quote={quote.data} />}
        {!prices.bankAccount && <NoPrice what="account" />}
        {failure && <Note tone="bad">{t(failureText(failure))}</Note>}
        {mayPay ? (
          <Button
            type="submit"
            kind="primary"
            size="lg"
            block
            busy={start.isPending}
            disabled={!purchase || !quote.data || !prices.bankAccount}
          >
            {t('billing.subscription.pay')}
          </Button>
        ) : (
          <Note tone="info">{t('billing.frame.onlyFinance')}</Note>
        )}
        <p className="small muted">{t('billing.units.byTransfer')}</p>
      </form>
      <BankPanel account={prices.bankAccount} purpose="subscription" />
    </Card>
  )
}
