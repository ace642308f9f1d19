import { setTimeout } from 'node:timers/promises'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { takeGuesses } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { sendSignupMailJob } from '../jobs.ts'
import { codeEnd } from './signup-code.ts'
import { renewSignup } from './signup-store.ts'

const ANSWER_MS = 250

/** Sends another code; the one before is dead. Throws `wrong_code` when there is no such sign-up or it is over. */
export async function resendSignup(
  { database, enqueue }: Pick<House, 'database' | 'enqueue'>,
  { id, ip, at }: { id: string; ip: string; at: Date },
): Promise<{ expiresAt: Date }> {
  const evenly = setTimeout(ANSWER_MS, undefined, { ref: false })
  const expiresAt = codeEnd(at)
  const renewed = await database.withoutTenant(async (tx) => {
    await takeGuesses(tx, [{ kind: 'signupAddress', who: networkOf(ip) }], at)
    const isRunning = await renewSignup(tx, { id, at, expiresAt })
    if (isRunning) await enqueue(tx, sendSignupMailJob, { signupId: id })
    return isRunning
  })
  await evenly
  if (!renewed) throw new ApiError('wrong_code')
  return { expiresAt }
}
