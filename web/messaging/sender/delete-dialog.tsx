import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { SHORT, toast } from '../../ui/toasts/index.ts'
import { senderState, useDeleteSender, type SenderId } from './sender-ids.ts'

/** Asks before a sender ID is deleted. */
export function DeleteDialog({ sender, onClose }: { sender: SenderId; onClose: () => void }) {
  const t = useTexts()
  const remove = useDeleteSender()
  const cancel = () => {
    if (remove.busy) return
    onClose()
    toast.info(t('messaging.sender.rejected'), { duration: SHORT })
  }
  const confirm = () =>
    remove.run(sender.id, {
      done: () => {
        toast.ok(t('messaging.sender.deleted'))
        onClose()
      },
      failed: () => {
        toast.bad(t('messaging.sender.notDeleted'))
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={cancel}>{t('messaging.sender.cancel')}</Button>
      <Button kind="danger" busy={remove.busy} onClick={confirm}>
        {t('messaging.sender.delete')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={cancel} title={t('messaging.sender.confirmTitle')} actions={actions}>
      <p className="strong">{sender.mask}</p>
      <p>{t('messaging.sender.confirmText')}</p>
      {senderState(sender) === 'approved' && <p className="muted">{t('messaging.sender.confirmApproved')}</p>}
    </Dialog>
  )
}
