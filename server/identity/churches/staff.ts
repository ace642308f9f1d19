import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { emailKey } from '../email-key.ts'
import { insertAccount, type NewStaff } from './staff-store.ts'

/** Gives a person an account; answers its id. An address has one account in a church. */
export async function createStaff(tx: Tx, staff: NewStaff, at: Date): Promise<string> {
  const id = await insertAccount(tx, { ...staff, emailKey: emailKey(staff.email), at })
  if (!id) throw new ApiError('invalid_input', { fields: { email: 'Someone already signs in with this email.' } })
  return id
}
