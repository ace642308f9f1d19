import { z } from 'zod/mini'
import {
  emailKey,
  forgiveSignIn,
  hashToken,
  newSecret,
  stepOf,
  takeGuesses,
  uriOf,
  verifyPassword,
} from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Actor, type OperatorCaller } from '#server/platform/http/index.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'
import { accountGuess, guessesOf } from '../sessions/desk-guesses.ts'
import { endSessionsOfOperator } from '../sessions/operator-session-store.ts'
import { lockOperator, saveFactor, type Guarded } from './factor-store.ts'
import { countCode, factorPurpose, passSecondFactor } from './pass-second-factor.ts'

/** Time to take the phone out and read the picture. */
const SETUP_MS = 10 * 60 * 1000
const SETUP_PURPOSE = 'operator second factor setup'
const setupShape = z.object({ operatorId: z.uuid(), secret: z.string(), until: z.number() })

type Desk = Pick<House, 'database' | 'config'>
type Asking = { operator: OperatorCaller; actor: Actor; ip: string; at: Date }
export type Setup = { secret: string; uri: string; setup: string }

/** A new secret, not in force yet; nothing is stored. Throws `wrong_credentials` and `second_factor_on`. */
export async function startFactor(desk: Desk, asking: Asking & { password: string }): Promise<Setup> {
  const { id, email, totpSecret } = await askPassword(desk, asking)
  if (totpSecret !== null) throw new ApiError('second_factor_on')
  const secret = newSecret()
  const setup = JSON.stringify({ operatorId: id, secret, until: asking.at.getTime() + SETUP_MS })
  return { secret, uri: uriOf(secret, email), setup: seal(setup, desk.config.secretKey, SETUP_PURPOSE) }
}

export type FactorConfirmation = Asking & {
  setup: string
  code: string
  /** The session that asks. */
  token: string | undefined
}

/**
 * Switches the second factor on; sessions that were opened without it end, but for the one that asks. Throws
 * `invalid_token` for a setup that is over, `wrong_code`, `second_factor_on`.
 */
export async function confirmFactor(desk: Desk, asking: FactorConfirmation): Promise<void> {
  const { operator, token, actor, at } = asking
  const { secretKey } = desk.config
  await countTry(desk, asking)
  const secret = readSetup(asking.setup, { secretKey, operatorId: operator.operatorId, at })
  if (secret === null) throw new ApiError('invalid_token')
  const step = stepOf(secret, asking.code, at)
  if (step === null) throw new ApiError('wrong_code')
  await desk.database.withOperator(operator, async (tx) => {
    const own = ownRow(await lockOperator(tx, operator.operatorId))
    if (own.totpSecret !== null) throw new ApiError('second_factor_on')
    await saveFactor(tx, own.id, { totpSecret: seal(secret, secretKey, factorPurpose(own.id)), step })
    await endSessionsOfOperator(tx, own.id, token === undefined ? null : hashToken(token))
    await forgiveSignIn(tx, [accountGuess(own.emailKey)])
    await noteAtDesk(tx, actor, { act: 'operator.second_factor_on', subjectId: own.id, details: {}, at })
  })
}

/** Switches it off, with password and code. Throws `wrong_credentials` and `wrong_second_factor`. */
export async function stopFactor(desk: Desk, asking: Asking & { password: string; code: string }): Promise<void> {
  const { operator, actor, code, at } = asking
  await askPassword(desk, asking)
  await countCode(desk.database, operator.operatorId, at)
  await desk.database.withOperator(operator, async (tx) => {
    const own = ownRow(await lockOperator(tx, operator.operatorId))
    await passSecondFactor(tx, own, { code, secretKey: desk.config.secretKey, at })
    await saveFactor(tx, own.id, { totpSecret: null, step: null })
    await forgiveSignIn(tx, [accountGuess(own.emailKey)])
    await noteAtDesk(tx, actor, { act: 'operator.second_factor_off', subjectId: own.id, details: {}, at })
  })
}

/** Counted like a sign-in, and before the password is compared: a stolen session must not guess either. */
async function askPassword(desk: Desk, asking: Asking & { password: string }): Promise<Guarded> {
  await countTry(desk, asking)
  const own = await desk.database.withOperator(asking.operator, (tx) => lockOperator(tx, asking.operator.operatorId))
  const guarded = ownRow(own)
  if (!(await verifyPassword(asking.password, guarded.passwordHash))) throw new ApiError('wrong_credentials')
  return guarded
}

const countTry = ({ database }: Desk, { operator, ip, at }: Asking): Promise<void> =>
  database.withoutTenant((tx) => takeGuesses(tx, guessesOf(emailKey(operator.email), ip), at))

/** Removed since the request began. */
function ownRow(row: Guarded | null): Guarded {
  if (!row) throw new ApiError('not_signed_in')
  return row
}

function readSetup(
  setup: string,
  { secretKey, operatorId, at }: { secretKey: string; operatorId: string; at: Date },
): string | null {
  const text = unseal(setup, secretKey, SETUP_PURPOSE)
  if (text === null) return null
  const { secret, until, operatorId: owner } = setupShape.parse(JSON.parse(text))
  return owner === operatorId && until >= at.getTime() ? secret : null
}
