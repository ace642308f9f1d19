import type { Payment } from '#contract/billing/payments.ts'
import { Phrase, useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { useSupport } from '../../session/support.ts'
import { Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { usePricing } from '../queries.ts'
import { useWhat, usePaying } from './use-paying.ts'
import { CopyLine } from './bank-panel.tsx'
import classes from './transfer.module.css'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { PayDialog } from './pay-dialog.tsx'
import { GiveUp } from './give-up.tsx'
import { ProofDialog, type Instead } from './proof-dialog.tsx'

function Proofs({ proofs }: Pick<Payment, 'proofs'>) {
  const t = useTexts()
  if (proofs.length === 0) return null
  return (
    <ul className={classes['proofs']} aria-label={t('billing.transfer.proofs')}>
      {proofs.map(({ id, fileName }) => (
        <li key={id} className="clip">
          <bdi>{fileName}</bdi>
        </li>
      ))}
    </ul>
  )
}

type PayInsteadProps = { payment: Payment; instead: Instead; onClose: () => void }

/** The purchase of a transfer, paid on a provider's page instead: the transfer is given up for it. */
function PayInstead({ payment, instead: { order, units }, onClose }: PayInsteadProps) {
  const t = useTexts()
  const paying = usePaying(order, { replaces: payment.id })
  const { data } = usePricing(payment.currency)
  const close = () => {
    paying.close()
    onClose()
  }
  return (
    <PayDialog
      paying={{ ...paying, close }}
      order={order}
      what={t('billing.transfer.forUnits', { units })}
      providers={data?.providers[payment.purpose] ?? []}
      hasBank={false}
    />
  )
}

/** Sends the proof of a transfer, or gives the transfer up. */
function ProofActs({ payment }: { payment: Payment }) {
  const t = useTexts()
  const [asked, setAsked] = useState<'proof' | 'giveUp' | Instead | null>(null)
  const close = () => setAsked(null)
  const isFirst = payment.proofs.length === 0
  return (
    <>
      <Proofs proofs={payment.proofs} />
      <div className={classes['acts']}>
        <Button icon={IconUpload} kind={isFirst ? 'primary' : 'outlined'} onClick={() => setAsked('proof')}>
          {t(isFirst ? 'billing.transfer.sendProof' : 'billing.transfer.sendAnother')}
        </Button>
        {payment.state !== 'review' && (
          <Button kind="quiet" onClick={() => setAsked('giveUp')}>
            {t('billing.transfer.giveUp')}
          </Button>
        )}
      </div>
      {asked === 'giveUp' && (
        <GiveUp payment={payment} onClose={close}>
          {t('billing.transfer.giveUpText')}
        </GiveUp>
      )}
      {asked === 'proof' && <ProofDialog payment={payment} onClose={close} onContinue={setAsked} />}
      {asked !== null && typeof asked === 'object' && <PayInstead payment={payment} instead={asked} onClose={close} />}
    </>
  )
}

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
