import * as calls from '#contract/operator/session.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type OperatorCaller } from '../../platform/http/index.ts'
import { operatorToken } from '../sessions/operator-cookie.ts'
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
} from '../../identity/index.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { noteOperatorAct } from '../log/note-operator-act.ts'
import { askPassword } from '../sessions/ask-password.ts'
import { endSessionsOfOperator } from '../sessions/operator-session-store.ts'
import { lockOperator, saveFactor } from './factor-store.ts'
import { countCode, factorPurpose, passSecondFactor } from './pass-second-factor.ts'

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
  operatorConsole: ConsoleContext,
  { operator, password, code, at }: Asking & { password: string; code?: string | undefined },
): Promise<Setup> {
  const { secretKey } = operatorConsole.config
  const own = await askPassword(operatorConsole.database, operator, { password, at })
  if (own.totpSecret !== null && code) await countCode(operatorConsole.database, own.id, at)
  await operatorConsole.database.withOperator(operator, (tx) => passSecondFactor(tx, own, { code, secretKey, at }))
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
async function confirmFactor(operatorConsole: ConsoleContext, asking: FactorConfirmation): Promise<string[]> {
  const { operator, token, actor, at } = asking
  const { secretKey } = operatorConsole.config
  await operatorConsole.database.withoutTenant((tx) =>
    takeAttempts(tx, [{ kind: 'secondFactor', who: `operator setup\n${operator.operatorId}` }], at),
  )
  const made = readSetup(asking.setup, { secretKey, operatorId: operator.operatorId, at })
  const step = stepOf(made.secret, asking.code, at)
  if (step === null) throw new ApiError('wrong_code')
  const recoveryCodes = newRecoveryCodes()
  await operatorConsole.database.withOperator(operator, async (tx) => {
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
