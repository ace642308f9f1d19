import type { SubmitEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { OwnPage } from '../checkout/own-page.tsx'
import { fetchWaysToPay, PayDialog } from '../checkout/pay-dialog.tsx'
import { useMissing, usePaying, type Order } from '../checkout/use-paying.ts'
import { AMOUNT_MOST } from '../amount.ts'
import { purchaseFailureText } from '../failure-text.ts'
import { NoPrice, NoUnitPrice } from '../no-price.tsx'
import { BankPanel } from '../checkout/bank-panel.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'
import { useSettled } from '../../device/clock.ts'
import { useFormat } from '../../languages/format.tsx'
import { TextField, Field } from '../../ui/controls/field.tsx'
import { symbolOf } from '#contract/money.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import amountClasses from './amount.module.css'

/** Amounts to pick from, in prices of so many units: round sums near them. */
const PICKS = [1_000, 2_000, 5_000, 10_000]

/** Figures that a round sum begins with. */
const ROUND = [5, 2.5, 1]

/** 5,900 → 5,000; 29,500 → 25,000; 59 → 50. */
const rounded = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  const figure = ROUND.find((round) => round * power <= value) ?? 1
  return Math.max(1, Math.floor(figure * power))
}

function picksFor(price: string | null): number[] {
  return price ? [...new Set(PICKS.map((units) => rounded(units * Number(price))))] : []
}

type AmountFieldProps = { draft: UnitsDraft; error: string | undefined }

/** Amount and currency in one line, with a few round sums below. */
function AmountField({ draft, error }: AmountFieldProps) {
  const t = useTexts()
  const money = useMoney()
  const { prices, typed, setTyped, currency, setCurrency, wanted, isTurning } = draft
  return (
    <div className="stack-8">
      <Field label={t('billing.units.amount')} error={error}>
        {(control) => (
          <span className={amountClasses['group']}>
            <span className={amountClasses['sign']} aria-hidden="true">
              {symbolOf(currency)}
            </span>
            <input
              {...control}
              className={`${amountClasses['input']} num`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <span className={amountClasses['currency']}>
              <select
                aria-label={t('billing.units.currency')}
                value={currency}
                onChange={(event) => setCurrency(event.target.value)}
              >
                {(prices?.currencies ?? []).map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
              <IconChevronDown size={16} aria-hidden="true" />
            </span>
          </span>
        )}
      </Field>
      <div className={amountClasses['picks']}>
        {picksFor(isTurning ? null : (prices?.smsPrice ?? null)).map((amount) => (
          <button
            key={amount}
            type="button"
            className="num"
            aria-pressed={wanted?.text === String(amount)}
            onClick={() => setTyped(String(amount))}
          >
            {money.decimal(String(amount), currency)}
          </button>
        ))}
      </div>
    </div>
  )
}

/** How long typing rests before the sums are read out. */
const PAUSE_MS = 800

/** What the amount buys and comes to; seen at once, and read out when typing rests. */
function Sums({ draft: { prices, wanted, preview } }: { draft: UnitsDraft }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const currency = prices?.currency ?? ''
  const price = prices?.smsPrice ? money.decimal(prices.smsPrice, currency) : ''
  const units = preview ? format.number(Number(preview.units)) : ''
  const total = preview ? money.minor(Number(preview.totalMinor), currency) : ''
  const sums = preview ? t('billing.units.sums', { units: Number(preview.units), total }) : ''
  const said = useSettled(sums, PAUSE_MS)
  return (
    <div className={classes['sums']}>
      <TextField
        label={t('billing.units.units')}
        readOnly
        value={units}
        hint={preview && wanted && t('billing.units.at', { amount: money.decimal(wanted.text, currency), price })}
      />
      <TextField label={t('billing.units.total')} readOnly value={total} hint={t('billing.units.noOther')} />
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  )
}

/** The purchase as it is typed, once it buys anything; the sum is the one that is shown. */
function orderOf({ wanted, prices, preview }: UnitsDraft): Order | null {
  if (!wanted || !prices || !preview || preview.units === 0n) return null
  const purchase = { purpose: 'units' as const, currency: prices.currency, amount: wanted.text }
  return { purchase, amountMinor: Number(preview.totalMinor) }
}

/** Nothing is begun without an amount. */
function useBuying(draft: UnitsDraft) {
  const { form, isAsked, ask, forget } = useMissing()
  const order = orderOf(draft)
  const paying = usePaying(order, {
    onBegun: () => {
      forget()
      draft.setTyped('')
    },
  })
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    if (order) paying.choose()
    else ask()
  }
  const transfer = () => {
    if (order) paying.transfer.begin(order)
    else ask()
  }
  const isMissing = isAsked && (!draft.wanted || draft.preview?.units === 0n)
  return { order, paying, choose, transfer, isMissing, form }
}

type ButtonProps = { isOffered: boolean; hasPage: boolean; isBusy: boolean }

function BuyButton({ isOffered, hasPage, isBusy }: ButtonProps) {
  const t = useTexts()
  const mayBuy = useCan('billing.manage')
  if (!mayBuy) return <Note tone="info">{t('billing.frame.onlyFinance')}</Note>
  return (
    <div className="stack-8">
      <Button type="submit" kind="primary" size="lg" block busy={isBusy} disabled={!isOffered}>
        {t('billing.units.buy')}
      </Button>
      {hasPage && <OwnPage />}
      {isOffered && !hasPage && <p className="small muted">{t('billing.units.byTransfer')}</p>}
    </div>
  )
}

/** Amount, what it buys, and the ways to pay it. */
export function UnitsForm({ draft }: { draft: UnitsDraft }) {
  const t = useTexts()
  const { order, paying, choose, transfer, isMissing, form } = useBuying(draft)
  const money = useMoney()
  const { pricing, prices, isTurning, isTooMuch } = draft
  if (pricing.isError && !prices) return <Failed failure={pricing.error} onRetry={() => void pricing.refetch()} />
  if (!prices) return <Loading rows={4} />
  const isPriced = prices.smsPrice !== null
  const hasPage = isPriced && prices.providers.units.length > 0
  const isOffered = isPriced && (hasPage || prices.bankAccount !== null)
  const wrong = isTooMuch
    ? t('billing.units.atMost', { amount: money.decimal(AMOUNT_MOST, prices.currency) })
    : t('billing.units.enterAmount')
  const failure = paying.isChoosing ? null : paying.transfer.failure
  return (
    <Card>
      <form ref={form} className={classes['form']} noValidate onSubmit={choose} onFocus={fetchWaysToPay}>
        <AmountField draft={draft} error={isMissing ? wrong : undefined} />
        {isPriced ? <Sums draft={draft} /> : <NoUnitPrice key={prices.currency} />}
        {isPriced && !isOffered && <NoPrice what="account" />}
        {failure && <Note tone="bad">{t(purchaseFailureText(failure))}</Note>}
        <BuyButton isOffered={isOffered} hasPage={hasPage} isBusy={isTurning} />
      </form>
      {isPriced && (
        <BankPanel
          account={prices.bankAccount}
          purpose="units"
          onPay={transfer}
          isBusy={paying.transfer.isBusy}
          isWaiting={isTurning}
        />
      )}
      {paying.isChoosing && order && (
        <PayDialog
          paying={paying}
          order={order}
          what={t('billing.transfer.forUnits', { units: Number(draft.preview?.units ?? 0) })}
          providers={prices.providers.units}
          hasBank={prices.bankAccount !== null}
        />
      )}
    </Card>
  )
}
