import { familyRetrievePassword } from '#contract/checkin/door.ts'
import { call } from '../../../lib/api.ts'

/** What was typed goes as an e-mail address or as a phone number. */
export const addressOf = (typed: string): { email: string } | { phoneNumber: string } =>
  typed.includes('@') ? { email: typed } : { phoneNumber: typed }

/** Sends a code; the answer is the same for known and unknown addresses. */
export async function askForCode(typed: string, tenantId: string | undefined): Promise<void> {
  await call(familyRetrievePassword, { body: { ...addressOf(typed), ...(tenantId && { tenantId }) } })
}
