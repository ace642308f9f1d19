import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLogout, IconSend } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { sendHere } from '../offline/sign-off.ts'

type UnsentDialogProps = {
  tenantId: string
  waiting: number
  /** True: the session may end. */
  onAnswer: (mayLeave: boolean) => void
}

/** Says what waits on this device before somebody signs out, and sends it. Leaving it here takes a second press. */
export function UnsentDialog({ tenantId, waiting, onAnswer }: UnsentDialogProps) {
  const t = useTexts()
  const [count, setCount] = useState(waiting)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isSure, setSure] = useState(false)
  const send = async () => {
    setSending(true)
    setFailed(false)
    const left = await sendHere(tenantId).then(
      (sent) => sent.left,
      () => null,
    )
    setSending(false)
    if (left === 0) return onAnswer(true)
    if (left !== null) setCount(left)
    setFailed(true)
  }
  const actions = (
    <>
      <Button
        kind={isSure ? 'danger' : 'outlined'}
        icon={IconLogout}
        disabled={isSending}
        onClick={() => (isSure ? onAnswer(true) : setSure(true))}
      >
        {t(isSure ? 'checkin.unsent.leaveSure' : 'checkin.unsent.leave')}
      </Button>
      <Button kind="primary" icon={IconSend} busy={isSending} onClick={() => void send()}>
        {t('checkin.unsent.send')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={() => onAnswer(false)} title={t('checkin.unsent.title', { count })} actions={actions}>
      <p>{t('checkin.unsent.text', { count })}</p>
      {hasFailed && <Note tone="bad">{t('checkin.unsent.failed')}</Note>}
      {isSure && <Note tone="warn">{t('checkin.unsent.stays')}</Note>}
    </Dialog>
  )
}
