import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { i18n, speak } from '../../lib/languages/index.ts'
import { closeHere, unsentHere } from '../offline/sign-off.ts'
import { UnsentDialog } from './unsent-dialog.tsx'

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
