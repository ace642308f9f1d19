import { useRef, useState, type ChangeEvent } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useAddProof, useCancelPayment } from '../queries.ts'
import classes from './transfer.module.css'

function GiveUp({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts()
  const cancel = useCancelPayment()
  const giveUp = () =>
    cancel.mutate(payment.id, {
      onSuccess: () => {
        toast.ok(t('billing.transfer.cancelled'), { duration: ORDINARY })
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('billing.transfer.keep')}</Button>
      <Button kind="danger" busy={cancel.isPending} onClick={giveUp}>
        {t('billing.transfer.giveUp')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('billing.transfer.giveUpTitle')} actions={actions}>
      <p>{t('billing.transfer.giveUpText')}</p>
      {cancel.error && <Note tone="bad">{t(failureText(cancel.error))}</Note>}
    </Dialog>
  )
}

/** Sends the proof of a transfer, or gives the transfer up. */
export function ProofActs({ payment }: { payment: Payment }) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const add = useAddProof()
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again.
    event.target.value = ''
    if (file) add.mutate({ id: payment.id, file }, { onSuccess: () => toast.ok(t('billing.transfer.proofSent')) })
  }
  return (
    <>
      {payment.proofs.length > 0 && (
        <ul className={classes['proofs']} aria-label={t('billing.transfer.proofs')}>
          {payment.proofs.map(({ id, fileName }) => (
            <li key={id} className="clip">
              <bdi>{fileName}</bdi>
            </li>
          ))}
        </ul>
      )}
      {add.error && <Note tone="bad">{t(failureText(add.error))}</Note>}
      <div className={classes['acts']}>
        <Button
          icon={IconUpload}
          kind={payment.proofs.length === 0 ? 'primary' : 'outlined'}
          busy={add.isPending}
          onClick={() => input.current?.click()}
        >
          {t(payment.proofs.length === 0 ? 'billing.transfer.sendProof' : 'billing.transfer.sendAnother')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,application/pdf"
          aria-label={t('billing.transfer.sendProof')}
          onChange={choose}
        />
        <Button kind="quiet" onClick={() => setLeaving(true)}>
          {t('billing.transfer.giveUp')}
        </Button>
      </div>
      {isLeaving && <GiveUp payment={payment} onClose={() => setLeaving(false)} />}
    </>
  )
}
