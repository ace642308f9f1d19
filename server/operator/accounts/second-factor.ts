import * as calls from '#contract/operator/session.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type OperatorCaller } from '../../platform/http/index.ts'
import { operatorToken } from './identify-operator.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod/mini'
import {
  hashRecoveryCode,
  hashToken,
  newRecoveryCodes,
  newSecret,
  stepOf,
  takeAttempts,
  uriOf,
  returnAttempts,
  verifyPassword,
  type Attempt,
} from '../../identity/index.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { noteOperatorAct } from '../log/index.ts'
import { endSessionsOfOperator } from './session-store.ts'
import { lockOperator, saveFactor, type Guarded, spendRecoveryCode, spendStep } from './operator-store.ts'
import type { Database, Tx } from '../../platform/database/index.ts'

/** What the secret of an operator is sealed for: it opens for no other one. */
const factorPurpose = (operatorId: string): string => `second factor of operator ${operatorId}`

type PassSecondFactorGuarded = { id: string; totpSecret: string | null }
type Shown = { code: string | undefined; secretKey: string; at: Date }

const codeAttempts = (operatorId: string): Attempt[] => [
  { kind: 'secondFactor', who: `operator\n${operatorId}` },
  { kind: 'secondFactorDay', who: `operator\n${operatorId}` },
]

/** Counts a try of a code, by the quarter of an hour and by the day, before it is compared. Throws `too_many_tries`. */
export const countCode = (database: Database, operatorId: string, at: Date): Promise<void> =>
  database.withoutTenant((tx) => takeAttempts(tx, codeAttempts(operatorId), at))

/**
 * Lets an operator pass who has no second factor, or shows the code of the app or a recovery code; each code works once.
 * The caller has counted the try. Throws `second_factor_needed` without a code, `wrong_second_factor` for another one.
 */
export async function passSecondFactor(
  tx: Tx,
  operator: PassSecondFactorGuarded,
  { code, secretKey, at }: Shown,
): Promise<void> {
  const { id, totpSecret } = operator
  if (totpSecret === null) return
  if (!code) throw new ApiError('second_factor_needed')
  const hasPassed = /^\d{6}$/.test(code)
    ? await passStep(tx, { id, totpSecret }, { code, secretKey, at })
    : await spendRecoveryCode(tx, id, { codeHash: hashRecoveryCode(code, { accountId: id, secretKey }), at })
  if (!hasPassed) throw new ApiError('wrong_second_factor')
  await returnAttempts(tx, codeAttempts(id))
}

async function passStep(
  tx: Tx,
  { id, totpSecret }: { id: string; totpSecret: string },
  { code, secretKey, at }: { code: string; secretKey: string; at: Date },
): Promise<boolean> {
  const secret = unseal(totpSecret, secretKey, factorPurpose(id))
  if (secret === null) throw new Error('The second factor of an operator was sealed with another SECRET_KEY')
  const step = stepOf(secret, code, at)
  return step !== null && spendStep(tx, id, step)
}

/**
 * Asks an operator who is signed in for the password again: a session that was left open or stolen is not enough. Counted
 * before it is compared, and apart from sign-in, so that strangers who try shut nobody out. Throws `wrong_credentials` and
 * `too_many_tries`; `not_signed_in` for one who was removed since the request began.
 */
export async function askPassword(
  database: Database,
  { operatorId }: Pick<OperatorCaller, 'operatorId'>,
  { password, at }: { password: string; at: Date },
): Promise<Guarded> {
  const attempts: Attempt[] = [{ kind: 'ownPassword', who: `operator\n${operatorId}` }]
  const own = await database.withOperator({ operatorId }, async (tx) => {
    await takeAttempts(tx, attempts, at)
    return lockOperator(tx, operatorId)
  })
  if (!own) throw new ApiError('not_signed_in')
  if (!(await verifyPassword(password, own.passwordHash))) throw new ApiError('wrong_credentials')
  await database.withoutTenant((tx) => returnAttempts(tx, attempts))
  return own
}

/** Time to take the phone out and read the picture. */
const SETUP_MS = 10 * 60 * 1000
const SETUP_PURPOSE = 'operator second factor setup'
/** `replaces`: the factor that was on, whose code was shown; another one since then makes the setup worthless. */
const setupShape = z.object({
  operatorId: z.uuid(),
  secret: z.string(),
  replaces: z.nullable(z.string()),
  until: z.number(),
})

type ConsoleContext = Pick<AppContext, 'database' | 'config'>
type Asking = { operator: OperatorCaller; at: Date }
type Setup = { secret: string; uri: string; setup: string }

/**
 * A new secret, not in force yet; nothing is stored. Where a factor is on its code is asked for, or a recovery code. Throws
 * `wrong_credentials`, `second_factor_needed` and `wrong_second_factor`.
 */
async function startFactor(
  context: ConsoleContext,
  { operator, password, code, at }: Asking & { password: string; code?: string | undefined },
): Promise<Setup> {
  const { secretKey } = context.config
  const own = await askPassword(context.database, operator, { password, at })
  if (own.totpSecret !== null && code) await countCode(context.database, own.id, at)
  await context.database.withOperator(operator, (tx) => passSecondFactor(tx, own, { code, secretKey, at }))
  const secret = newSecret()
  const until = at.getTime() + SETUP_MS
  const setup = JSON.stringify({ operatorId: own.id, secret, replaces: markOf(own.totpSecret), until })
  return { secret, uri: uriOf(secret, own.email), setup: seal(setup, secretKey, SETUP_PURPOSE) }
}

const markOf = (totpSecret: string | null): string | null =>
  totpSecret && createHash('sha256').update(totpSecret).digest('base64')

type FactorConfirmation = Asking & {
  setup: string
  code: string
  actor: Actor
  /** The session that asks. */
  token: string | undefined
}

/**
 * Puts the second factor into force and answers its recovery codes; other sessions of the operator end. Throws
 * `invalid_token` for a setup that is over, `wrong_code`, `second_factor_on` when another one was set up meanwhile.
 */
async function confirmFactor(context: ConsoleContext, asking: FactorConfirmation): Promise<string[]> {
  const { operator, token, actor, at } = asking
  const { secretKey } = context.config
  await context.database.withoutTenant((tx) =>
    takeAttempts(tx, [{ kind: 'secondFactor', who: `operator setup\n${operator.operatorId}` }], at),
  )
  const made = readSetup(asking.setup, { secretKey, operatorId: operator.operatorId, at })
  const step = stepOf(made.secret, asking.code, at)
  if (step === null) throw new ApiError('wrong_code')
  const recoveryCodes = newRecoveryCodes()
  await context.database.withOperator(operator, async (tx) => {
    const own = await lockOperator(tx, operator.operatorId)
    if (!own) throw new ApiError('not_signed_in')
    if (markOf(own.totpSecret) !== made.replaces) throw new ApiError('second_factor_on')
    const totpSecret = seal(made.secret, secretKey, factorPurpose(own.id))
    const codeHashes = recoveryCodes.map((code) => hashRecoveryCode(code, { accountId: own.id, secretKey }))
    await saveFactor(tx, own.id, { totpSecret, step, codeHashes, at })
    await endSessionsOfOperator(tx, own.id, token === undefined ? null : hashToken(token))
    await noteOperatorAct(tx, actor, { act: 'operator.second_factor_on', subjectId: own.id, details: {}, at })
  })
  return recoveryCodes
}

function readSetup(
  setup: string,
  { secretKey, operatorId, at }: { secretKey: string; operatorId: string; at: Date },
): Pick<z.infer<typeof setupShape>, 'secret' | 'replaces'> {
  const text = unseal(setup, secretKey, SETUP_PURPOSE)
  const made = text === null ? null : setupShape.parse(JSON.parse(text))
  if (made?.operatorId !== operatorId || made.until < at.getTime()) throw new ApiError('invalid_token')
  return made
}

export function factorRoutes(serve: Serve, context: AppContext): void {
  serve(calls.startOperatorFactor, ({ body, operator, at }) => startFactor(context, { ...body, operator, at }))
  serve(calls.confirmOperatorFactor, async ({ body, operator, actor, request, at }) => {
    const token = operatorToken(request, context.config)
    return { recoveryCodes: await confirmFactor(context, { ...body, operator, token, actor, at }) }
  })
}
