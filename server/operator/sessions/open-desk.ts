import { setTimeout } from 'node:timers/promises'
import {
  emailKey,
  forgiveSignIn,
  hashToken,
  looksLikeToken,
  newToken,
  takeGuesses,
  verifyNothing,
  verifyPassword,
  type Guess,
} from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { countCode, passSecondFactor } from '../second-factor/pass-second-factor.ts'
import { guessesOf } from './desk-guesses.ts'
import {
  endOperatorSession,
  findOperator,
  insertOperatorSession,
  type KnownOperator,
} from './operator-session-store.ts'

/** A working day at most. */
export const DESK_SECONDS = 12 * 60 * 60

/** A refusal takes this long, so that its time does not tell whether there is such an operator. */
const REFUSAL_MS = 250

export type DeskCredentials = {
  email: string
  password: string
  code?: string | undefined
  /** Where the request came from; nobody in particular yet. */
  actor: Actor
  ip: string
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

export type OpenedDesk = { token: string; operatorId: string }

type Desk = Pick<House, 'database' | 'config'>

/**
 * Opens a session at the console; without a second factor it is good for nothing but setting one up. Throws `wrong_credentials`, the same whether the address is known or not, and
 * `too_many_tries`, for the right password too; then `second_factor_needed` and `wrong_second_factor`.
 */
export async function openDesk(desk: Desk, credentials: DeskCredentials): Promise<OpenedDesk> {
  const { email, password, ip, at } = credentials
  const evenly = setTimeout(REFUSAL_MS, undefined, { ref: false })
  const key = emailKey(email)
  const guesses = guessesOf({ emailKey: key, ip })
  // Counted and committed before the password is compared, so that tries at the same moment all count.
  const operator = await desk.database.withoutTenant(async (tx) => {
    await takeGuesses(tx, guesses, at)
    return findOperator(tx, key)
  })
  // The demo's operators, whose password everybody knows, are nobody outside it.
  const isKnown = operator !== null && (!operator.isDemo || desk.config.demo)
  if (isKnown && (await verifyPassword(password, operator.passwordHash))) {
    if (operator.totpSecret !== null && credentials.code) await countCode(desk.database, operator.id, at)
    const opened = await openSession(desk, { operator, guesses, credentials })
    if (opened) return opened
  }
  if (!isKnown) await verifyNothing(password)
  await evenly
  throw new ApiError('wrong_credentials')
}

type Opening = { operator: KnownOperator; guesses: Guess[]; credentials: DeskCredentials }

/** Null when the password or the operator were changed in the meantime. */
function openSession(
  { database, config }: Desk,
  { operator, guesses, credentials }: Opening,
): Promise<OpenedDesk | null> {
  const { at, previousToken, code } = credentials
  const token = newToken()
  const expiresAt = new Date(at.getTime() + DESK_SECONDS * 1000)
  return database.withOperator({ operatorId: operator.id }, async (tx) => {
    await passSecondFactor(tx, operator, { code, secretKey: config.secretKey, at })
    if (!(await insertOperatorSession(tx, { ...operator, tokenHash: hashToken(token), at, expiresAt }))) return null
    if (previousToken && looksLikeToken(previousToken)) await endOperatorSession(tx, hashToken(previousToken))
    await forgiveSignIn(tx, guesses)
    const actor: Actor = { ...credentials.actor, kind: 'operator', id: operator.id, name: emailKey(credentials.email) }
    await noteAtDesk(tx, actor, { act: 'operator.signed_in', details: {}, at })
    return { token, operatorId: operator.id }
  })
}
