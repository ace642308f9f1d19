import { useRef, type ChangeEvent } from 'react'
import { majorText } from '#contract/billing/exact.ts'
import type { Payment } from '#contract/billing/payments.ts'
import { Phrase, useTexts } from '../../languages/index.ts'
import { useSupport } from '../../session/support.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import type { Order } from './use-paying.ts'
import { preview, readAmount } from '../amount.ts'
import { failureText } from '../failure-text.ts'
import { MailLink } from '../mail-link.tsx'
import { useAddProof, usePricing } from '../queries.ts'
import classes from './transfer.module.css'

/** A purchase of the same sum, and the units that it buys now: prices may have changed since. */
export type Instead = { order: Order; units: number }

/** The same purchase, to be paid on a provider's page instead; null where none takes it. */
function useInstead({ purpose, currency, amountMinor }: Payment): Instead | null {
  const { data } = usePricing(currency)
  // A payment does not say which plan it is for by its id: a subscription is chosen once more in its form.
  if (purpose !== 'units' || !data || data.providers.units.length === 0) return null
  const wanted = readAmount(majorText(amountMinor, currency))
  const sums = wanted && data.smsPrice ? preview(wanted.amount, data.smsPrice, currency) : null
  if (!wanted || !sums || sums.units === 0n) return null
  const order = { purchase: { purpose, currency, amount: wanted.text }, amountMinor: Number(sums.totalMinor) }
  return { order, units: Number(sums.units) }
}

type UploadProps = { payment: Payment; onSent: () => void }

function Upload({ payment, onSent }: UploadProps) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const add = useAddProof()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again.
    event.target.value = ''
    const sent = () => {
      toast.ok(t('billing.transfer.proofSent'))
      onSent()
    }
    if (file) add.run({ id: payment.id, file }, { done: sent })
  }
  return (
    <>
      {add.failure && <Note tone="bad">{t(failureText(add.failure))}</Note>}
      <Button icon={IconUpload} kind="primary" block busy={add.busy} onClick={() => input.current?.click()}>
        {t('billing.proof.upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label={t('billing.proof.upload')}
        onChange={choose}
      />
    </>
  )
}

type ProofDialogProps = {
  payment: Payment
  onClose: () => void
  /** To the choice of a provider's page for the same purchase. */
  onContinue: (instead: Instead) => void
}

/** The proof of a transfer: by mail or uploaded; and the way to a provider's page for whoever has not paid yet. */
export function ProofDialog({ payment, onClose, onContinue }: ProofDialogProps) {
  const t = useTexts()
  const email = useSupport()?.email
  const instead = useInstead(payment)
  const { reference } = payment
  const parts = {
    mail: <MailLink email={email ?? ''} subject={reference} />,
    b: <b className={`num ${classes['unbroken']}`} />,
  }
  return (
    <Dialog open onClose={onClose} title={t('billing.proof.title')}>
      <p>
        {email ? (
          <Phrase id="billing.proof.mail" values={{ email, reference }} parts={parts} />
        ) : (
          t('billing.proof.uploadOnly')
        )}
      </p>
      <Upload payment={payment} onSent={onClose} />
      {instead && (
        <div className={classes['instead']}>
          <p className="muted">{t('billing.proof.instead')}</p>
          <Button onClick={() => onContinue(instead)}>{t('billing.proof.continue')}</Button>
        </div>
      )}
    </Dialog>
  )
}
