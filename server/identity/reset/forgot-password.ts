import { setTimeout } from 'node:timers/promises'
import type { House } from '#server/platform/house.ts'
import { emailKey } from '../email-key.ts'
import { takeGuess, takeGuesses } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { sendResetMailJob } from '../jobs.ts'
import { findAccounts } from '../sessions/session-store.ts'

/** Every answer takes this long, so that its time does not tell whether there is such an account. */
const ANSWER_MS = 250

export type ResetRequest = { email: string; ip: string; at: Date }

/**
 * Sends a link to every account of the address, if there is one and it was not asked for too often; the caller cannot
 * tell. Throws `too_many_tries` for a network that asks too often.
 */
export async function forgotPassword(house: House, { email, ip, at }: ResetRequest): Promise<void> {
  const evenly = setTimeout(ANSWER_MS, undefined, { ref: false })
  const key = emailKey(email)
  await house.database.withoutTenant(async (tx) => {
    await takeGuesses(tx, [{ kind: 'resetAddress', who: networkOf(ip) }], at)
    if ((await takeGuess(tx, { kind: 'resetAccount', who: key }, at)) > 0) return
    for (const { tenantId, accountId } of await findAccounts(tx, key)) {
      await house.enqueue(tx, sendResetMailJob, { tenantId, accountId })
    }
  })
  await evenly
}
