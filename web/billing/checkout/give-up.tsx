import type { ReactNode } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
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
  const say = (text: TextId) => {
    toast.info(t(text))
    onClose()
  }
  const cancel = useCancelPayment({
    done: () => say('billing.transfer.cancelled'),
    failed: (failure) => failure.code === 'already_decided' && say(failureText(failure)),
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('billing.transfer.keep')}</Button>
      <Button kind="danger" busy={cancel.busy} onClick={() => cancel.run(payment.id)}>
        {t('billing.transfer.giveUp')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('billing.transfer.giveUpTitle')} actions={actions}>
      <p>{children}</p>
      {cancel.failure && <Note tone="bad">{t(failureText(cancel.failure))}</Note>}
    </Dialog>
  )
}
