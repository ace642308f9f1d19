import { i18n, speak } from '../../languages/index.ts'
import { LONGEST, toast } from '../../ui/toasts/index.ts'
import { sendHere } from '../offline/sign-off.ts'

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
