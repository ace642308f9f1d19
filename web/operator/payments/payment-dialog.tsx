import type { DeskPayment } from '#contract/operator/requests.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { DecidePayment } from './decide-payment.tsx'
import { PaymentFacts, Sum } from './payment-facts.tsx'
import { Approvals, RefundNote, ReviewNote, WaitingNote } from './payment-notes.tsx'
import { Proofs } from './proofs.tsx'

type PaymentDialogProps = {
  payment: DeskPayment
  onDecided: (payment: DeskPayment) => void
  onClose: () => void
}

/** A payment with its proof, and the decision about it. */
export function PaymentDialog({ payment, onDecided, onClose }: PaymentDialogProps) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('operator.payments.of', { church: payment.churchName })}>
      <Sum payment={payment} />
      <ReviewNote payment={payment} />
      <WaitingNote payment={payment} />
      <RefundNote payment={payment} />
      {payment.method === 'bank_transfer' && <Proofs payment={payment} />}
      <PaymentFacts payment={payment} />
      <Approvals payment={payment} />
      <DecidePayment payment={payment} onDecided={onDecided} />
    </Dialog>
  )
}
