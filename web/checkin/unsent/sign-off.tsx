import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { i18n, speak, useTexts } from '../../languages/index.ts'
import { closeHere, unsentHere, sendHere } from '../offline/sign-off.ts'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconLogout, IconSend } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { LONGEST, toast } from '../../ui/toasts/index.ts'

/**
 * Sends what somebody has left on this device, whoever it was, as soon as somebody is signed in who may. What cannot be
 * sent now waits for the next time.
 */
export async function sendKept(tenantId: string): Promise<void> {
  const sent = await sendHere(tenantId).catch(() => null)
  if (!sent || sent.sent === 0) return
  await speak('checkin')
  toast.ok(i18n._('checkin.unsent.sent', { count: sent.sent }), { duration: LONGEST })
  if (sent.refused > 0) toast.warn(i18n._('checkin.unsent.refused', { count: sent.refused }), { duration: LONGEST })
}

type UnsentDialogProps = {
  tenantId: string
  waiting: number
  /** True: the session may end. */
  onAnswer: (mayLeave: boolean) => void
}

/** Says what waits on this device before somebody signs out, and sends it. Leaving it here takes a second press. */
function UnsentDialog({ tenantId, waiting, onAnswer }: UnsentDialogProps) {
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

type SigningOff = {
  tenantId: string
  /** Ends the session; false: it could not be ended. */
  end: () => Promise<boolean>
}

/**
 * Signs out of a device that is a station: what is not sent yet is asked about, and the places that it holds go back. What
 * stays here is the church's, locked on the device, and is sent when somebody of the church signs in.
 */
export async function signOff({ tenantId, end }: SigningOff): Promise<void> {
  // What cannot be read cannot be sent: nobody is kept from signing out by it.
  const waiting = await unsentHere(tenantId).catch(() => 0)
  if (waiting > 0 && !(await mayLeave(tenantId, waiting))) return
  await closeHere(tenantId, end)
}

/** Asks above whatever screen it is. */
async function mayLeave(tenantId: string, waiting: number): Promise<boolean> {
  await speak('checkin')
  // A menu that opened this lies above dialogs.
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const answer = await new Promise<boolean>((resolve) => {
    root.render(
      <I18nProvider i18n={i18n}>
        <UnsentDialog tenantId={tenantId} waiting={waiting} onAnswer={resolve} />
      </I18nProvider>,
    )
  })
  root.unmount()
  place.remove()
  return answer
}
