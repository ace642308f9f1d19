import type { Payment } from '#contract/billing/payments.ts'
import { Phrase, useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { useCan } from '../../lib/session.ts'
import { useSupport } from '../../lib/support.ts'
import { Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { usePricing } from '../queries.ts'
import { useWhat } from '../what.ts'
import { CopyLine } from './copy-line.tsx'
import { ProofActs } from './proof-acts.tsx'
import classes from './transfer.module.css'

function WhereTo({ payment }: { payment: Payment }) {
  const t = useTexts()
  const money = useMoney()
  const { data } = usePricing(payment.currency)
  if (!data) return <Loading rows={2} />
  const account = data.bankAccount
  return (
    <dl className={classes['bank']}>
      <CopyLine label={t('billing.transfer.amount')} value={money.minor(payment.amountMinor, payment.currency)} />
      {account && <CopyLine label={t('billing.transfer.accountName')} value={account.accountName} />}
      {account && <CopyLine label={t('billing.transfer.accountNumber')} value={account.accountNumber} isNumber />}
      {account && <CopyLine label={t('billing.transfer.bank')} value={account.bank} />}
      {account?.note && <CopyLine label={t('billing.transfer.note')} value={account.note} />}
      <CopyLine label={t('billing.transfer.reference')} value={payment.reference} isNumber />
    </dl>
  )
}

function ProofNote() {
  const support = useSupport()
  return (
    <Note tone="info">
      {support?.phone ? (
        <Phrase
          id="billing.transfer.proofOrPhone"
          values={{ phone: support.phone }}
          parts={{ b: <b className={`num ${classes['unbroken']}`} /> }}
        />
      ) : (
        <Phrase id="billing.transfer.proof" />
      )}
    </Note>
  )
}

/** A transfer that is waited for: where the money goes, which reference it carries, and the proof. */
export function TransferCard({ payment }: { payment: Payment }) {
  const t = useTexts()
  const whatOf = useWhat()
  const mayAct = useCan('billing.manage')
  const isPending = payment.state !== 'created'
  const badge = <Badge tone="warn">{t(isPending ? 'billing.state.pending' : 'billing.state.created')}</Badge>
  return (
    <Card title={t('billing.transfer.title')} aside={badge}>
      <div className="stack">
        <p className="muted">{whatOf(payment)}</p>
        <WhereTo payment={payment} />
        {isPending ? <Note tone="info">{t('billing.transfer.looking')}</Note> : <ProofNote />}
        {mayAct && <ProofActs payment={payment} />}
      </div>
    </Card>
  )
}
