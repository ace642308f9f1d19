import type { SubmitEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { OwnPage, PayDialog } from '../checkout/pay-dialog.tsx'
import { useMissing, usePaying, type Order } from '../checkout/use-paying.ts'
import { AMOUNT_MOST } from '../amount.ts'
import { purchaseFailureText } from '../failure-text.ts'
import { NoPrice, NoUnitPrice } from '../no-price.tsx'
import { BankPanel } from '../checkout/bank-panel.tsx'
import { AmountField } from './amount-field.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'
import { useFormat } from '../../languages/format.tsx'
import { useSettled } from '../../device/clock.ts'
import { TextField } from '../../ui/controls/field.tsx'

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
      <form ref={form} className={classes['form']} noValidate onSubmit={choose}>
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
