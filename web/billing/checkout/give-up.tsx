import type { ReactNode } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../languages/index.ts'
import { ApiFailure } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useCancelPayment } from '../queries.ts'

type GiveUpProps = { payment: Payment; onClose: () => void; children: ReactNode }

/** Asks before a purchase is given up; the children say what else can be done. */
export function GiveUp({ payment, onClose, children }: GiveUpProps) {
  const t = useTexts()
  const cancel = useCancelPayment()
  // Nothing of it may be left on the page by then, this dialog included: it is said nevertheless.
  const giveUp = async () => {
    try {
      await cancel.mutateAsync(payment.id)
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'already_decided') return
      toast.info(t(failureText(failure)))
      onClose()
      return
    }
    toast.info(t('billing.transfer.cancelled'))
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('billing.transfer.keep')}</Button>
      <Button kind="danger" busy={cancel.isPending} onClick={() => void giveUp()}>
        {t('billing.transfer.giveUp')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('billing.transfer.giveUpTitle')} actions={actions}>
      <p>{children}</p>
      {cancel.error && <Note tone="bad">{t(failureText(cancel.error))}</Note>}
    </Dialog>
  )
}
