import { useState, type SubmitEvent } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { OwnPage } from '../checkout/own-page.tsx'
import { PayDialog } from '../checkout/pay-dialog.tsx'
import { usePaying, type Order } from '../checkout/use-paying.ts'
import { failureText } from '../failure-text.ts'
import { NoPrice } from '../no-price.tsx'
import { BankPanel } from '../transfer/bank-panel.tsx'
import { AmountField } from './amount-field.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'

/** The purchase as it is typed, once it buys anything; the sum is the one that is shown. */
function orderOf({ wanted, prices, preview }: UnitsDraft): Order | null {
  if (!wanted || !prices || !preview || preview.units === 0n) return null
  const purchase = { purpose: 'units' as const, currency: prices.currency, amount: wanted.text }
  return { purchase, amountMinor: Number(preview.totalMinor) }
}

/** Nothing is begun without an amount. */
function useBuying(draft: UnitsDraft) {
  const [isAsked, setAsked] = useState(false)
  const order = orderOf(draft)
  const paying = usePaying(order, () => {
    setAsked(false)
    draft.setTyped('')
  })
  const choose = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (order) paying.choose()
  }
  const transfer = () => {
    setAsked(true)
    if (order) paying.transfer.begin(order)
  }
  return { order, paying, choose, transfer, isMissing: isAsked && (!draft.wanted || draft.preview?.units === 0n) }
}

function Sums({ draft: { prices, wanted, preview } }: { draft: UnitsDraft }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const currency = prices?.currency ?? ''
  const price = prices?.smsPrice ? money.decimal(prices.smsPrice, currency) : ''
  return (
    <div className={classes['sums']}>
      <TextField
        label={t('billing.units.units')}
        readOnly
        value={preview ? format.number(Number(preview.units)) : ''}
        hint={preview && wanted && t('billing.units.at', { amount: money.decimal(wanted.text, currency), price })}
      />
      <TextField
        label={t('billing.units.total')}
        readOnly
        value={preview ? money.minor(Number(preview.totalMinor), currency) : ''}
        hint={t('billing.units.noOther')}
      />
    </div>
  )
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
  const format = useFormat()
  const { order, paying, choose, transfer, isMissing } = useBuying(draft)
  const { pricing, prices, isTurning } = draft
  if (pricing.isError && !prices) return <Failed failure={pricing.error} onRetry={() => void pricing.refetch()} />
  if (!prices) return <Loading rows={4} />
  const isPriced = prices.smsPrice !== null
  const hasPage = isPriced && prices.providers.units.length > 0
  const isOffered = isPriced && (hasPage || prices.bankAccount !== null)
  const failure = paying.isChoosing ? null : paying.transfer.failure
  return (
    <Card>
      <form className={classes['form']} noValidate onSubmit={choose}>
        <AmountField draft={draft} error={isMissing ? t('billing.units.enterAmount') : undefined} />
        {isPriced ? <Sums draft={draft} /> : <NoPrice what="units" />}
        {isPriced && !isOffered && <NoPrice what="account" />}
        {failure && <Note tone="bad">{t(failureText(failure))}</Note>}
        <BuyButton isOffered={isOffered} hasPage={hasPage} isBusy={isTurning} />
      </form>
      {isPriced && (
        <BankPanel account={prices.bankAccount} purpose="units" onPay={transfer} isBusy={paying.transfer.isBusy} />
      )}
      {paying.isChoosing && order && (
        <PayDialog
          paying={paying}
          order={order}
          what={t('billing.transfer.forUnits', { units: format.number(Number(draft.preview?.units ?? 0)) })}
          providers={prices.providers.units}
          hasBank={prices.bankAccount !== null}
        />
      )}
    </Card>
  )
}
