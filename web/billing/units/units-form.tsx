import { useState, type SubmitEvent } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { usePressKey } from '../../lib/press-key.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'
import { useStartTransfer } from '../queries.ts'
import { NoPrice } from '../no-price.tsx'
import { BankPanel } from '../transfer/bank-panel.tsx'
import { AmountField } from './amount-field.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'

/** One purchase is one key, however often it is pressed. */
function useBuying({ wanted, prices, preview, setTyped }: UnitsDraft) {
  const start = useStartTransfer()
  const [isAsked, setAsked] = useState(false)
  const press = usePressKey()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!wanted || !prices || !preview || start.isPending) return
    const purchase = { purpose: 'units' as const, currency: prices.currency, amount: wanted.text }
    start.mutate(
      { purchase, amountMinor: Number(preview.totalMinor), key: press.keyFor(purchase) },
      {
        onSuccess: () => {
          press.done()
          setAsked(false)
          setTyped('')
        },
      },
    )
  }
  return { start, submit, isMissing: isAsked && !wanted }
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
        hint={wanted && price && t('billing.units.at', { amount: money.decimal(wanted.text, currency), price })}
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

/** Amount, what it buys, and the button. */
export function UnitsForm({ draft }: { draft: UnitsDraft }) {
  const t = useTexts()
  const mayBuy = useCan('billing.manage')
  const { start, submit, isMissing } = useBuying(draft)
  const { pricing, prices } = draft
  if (pricing.isError && !prices) return <Failed failure={pricing.error} onRetry={() => void pricing.refetch()} />
  if (!prices) return <Loading rows={4} />
  const isPriced = prices.smsPrice !== null
  return (
    <Card>
      <form className={classes['form']} noValidate onSubmit={submit}>
        <AmountField draft={draft} error={isMissing ? t('billing.units.enterAmount') : undefined} />
        {isPriced ? <Sums draft={draft} /> : <NoPrice what="units" />}
        {isPriced && !prices.bankAccount && <NoPrice what="account" />}
        {start.error && <Note tone="bad">{t(failureText(start.error))}</Note>}
        {mayBuy ? (
          <Button
            type="submit"
            kind="primary"
            size="lg"
            block
            busy={start.isPending}
            disabled={!isPriced || !prices.bankAccount}
          >
            {t('billing.units.buy')}
          </Button>
        ) : (
          <Note tone="info">{t('billing.frame.onlyFinance')}</Note>
        )}
        {isPriced && <p className="small muted">{t('billing.units.byTransfer')}</p>}
      </form>
      <BankPanel account={prices.bankAccount} purpose="units" />
    </Card>
  )
}
