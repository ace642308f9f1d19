import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { placeOf } from '../churches/place.ts'
import { findFreeSlugs } from '../churches/slug-store.ts'
import { isReserved } from '../churches/slugs.ts'
import { emailKey } from '../email-key.ts'
import { takeGuesses } from '../guesses/guesses.ts'
import { networkOf } from '../guesses/network.ts'
import { sendSignupMailJob } from '../jobs.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { isWeakPassword } from '../passwords/weak-password.ts'
import { codeEnd } from './signup-code.ts'
import { keepSignup, type Wanted } from './signup-store.ts'

/** Every answer takes this long, so that its time tells nothing. */
const ANSWER_MS = 250

export type SignupForm = Wanted & { email: string; password: string }

/**
 * Keeps what was typed and sends a mail to the address: a code, or a note that there is an account already. Which of
 * them is found out by the job, so that nothing here differs. Throws `invalid_input`, `weak_password`, `slug_taken`,
 * `too_many_tries`.
 */
export async function startSignup(
  { database, enqueue }: Pick<House, 'database' | 'enqueue'>,
  { email, password, ...wanted }: SignupForm,
  { ip, at }: { ip: string; at: Date },
): Promise<{ signupId: string; expiresAt: Date }> {
  const evenly = setTimeout(ANSWER_MS, undefined, { ref: false })
  placeOf(wanted)
  if (isWeakPassword(password, knownOf(email, wanted))) throw new ApiError('weak_password')
  const key = emailKey(email)
  // The refusal comes after the commit: what is rolled back would not count.
  const isFree = await database.withoutTenant(async (tx) => {
    const network = networkOf(ip)
    await takeGuesses(
      tx,
      [
        { kind: 'signupAccount', who: key },
        { kind: 'signupAddress', who: network },
      ],
      at,
    )
    return !isReserved(wanted.slug) && (await findFreeSlugs(tx, [wanted.slug])).length > 0
  })
  if (!isFree) throw new ApiError('slug_taken')
  const signup = { id: randomUUID(), email, emailKey: key, passwordHash: await hashPassword(password) }
  const expiresAt = codeEnd(at)
  await database.withoutTenant(async (tx) => {
    await keepSignup(tx, { ...signup, wanted, at, expiresAt })
    await enqueue(tx, sendSignupMailJob, { signupId: signup.id })
  })
  await evenly
  return { signupId: signup.id, expiresAt }
}

const knownOf = (email: string, { churchName, firstName, lastName, slug }: Wanted): string[] => [
  email,
  churchName,
  slug,
  firstName,
  lastName,
  `${firstName} ${lastName}`,
]
