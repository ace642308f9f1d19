import { z } from 'zod/mini'
import type { Answer } from '#contract/endpoint.ts'
import type { readSecondFactor, startSecondFactor } from '#contract/identity/account.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { audit } from '../audit/index.ts'
import { returnAttempts, takeAttempts, type Attempt } from '../rate-limits/index.ts'
import { endOtherSessionsOf } from '../sessions/index.ts'
import { confirmPassword } from './accounts.ts'
import {
  clearFactor,
  readFactor,
  replaceRecoveryCodes,
  saveFactor,
  spendRecoveryCode,
  spendStep,
} from './factor-store.ts'
import { hashRecoveryCode, newRecoveryCodes, newSecret, stepOf, uriOf } from '../credentials/index.ts'

const SETUP_MS = 10 * 60_000
const SETUP_PURPOSE = 'setup of a second factor'
const setupSchema = z.object({ accountId: z.uuid(), secret: z.string(), until: z.int() })

type Doors = Pick<AppContext, 'database' | 'config'>
type Doing = { actor: Actor; at: Date }

/** Whether the caller's account has a second factor. */
export async function ownFactor(tx: Tx, caller: Caller): Promise<Answer<typeof readSecondFactor>> {
  const { since, recoveryCodesLeft } = await readFactor(tx, caller)
  return { isOn: since !== null, since: since?.toISOString() ?? null, recoveryCodesLeft }
}

/** Makes a secret that is not in force yet and stands nowhere but in the answer. Throws `second_factor_on`. */
export async function startFactor(
  doors: Doors,
  caller: Caller,
  { password, at }: { password: string; at: Date },
): Promise<Answer<typeof startSecondFactor>> {
  const { accountId, email, totpSecret } = await confirmPassword(doors, caller, { password, at })
  if (totpSecret !== null) throw new ApiError('second_factor_on')
  const secret = newSecret()
  const setup = JSON.stringify({ accountId, secret, until: at.getTime() + SETUP_MS })
  return {
    secret,
    uri: uriOf(secret, `${email} (${caller.church.name})`),
    setup: seal(setup, doors.config.secretKey, SETUP_PURPOSE),
  }
}

/**
 * Puts the secret into force with a code of the app; answers ten recovery codes, which are shown once. Throws
 * `invalid_token` for a setup that is not the caller's or too old, `wrong_code`, `second_factor_on`. Sessions that were
 * opened without the factor end, but for the one that asks.
 */
export async function confirmFactor(
  doors: Doors,
  caller: Caller,
  { setup, code, actor, at }: Doing & { setup: string; code: string },
): Promise<string[]> {
  const { accountId, tenantId, personId } = caller
  const { secretKey } = doors.config
  await doors.database.withoutTenant((tx) => takeAttempts(tx, factorAttempts(accountId), at))
  const secret = readSetup(setup, { accountId, secretKey, at })
  const step = stepOf(secret, code, at)
  if (step === null) throw new ApiError('wrong_code')
  const totpSecret = seal(secret, secretKey, factorPurpose(accountId))
  return doors.database.withTenant(tenantId, async (tx) => {
    if (!(await saveFactor(tx, caller, { totpSecret, step, at }))) throw new ApiError('second_factor_on')
    await endOtherSessionsOf(tx, caller)
    const codes = await renewCodes(tx, caller, secretKey)
    await returnAttempts(tx, factorAttempts(accountId))
    await audit(tx, tenantId, actor, { act: 'account.second_factor_on', subjectId: personId, at })
    return codes
  })
}

function readSetup(
  setup: string,
  { accountId, secretKey, at }: { accountId: string; secretKey: string; at: Date },
): string {
  const text = unseal(setup, secretKey, SETUP_PURPOSE)
  const made = text === null ? null : setupSchema.parse(JSON.parse(text))
  if (made?.accountId !== accountId || made.until <= at.getTime()) throw new ApiError('invalid_token')
  return made.secret
}

type Proof = Doing & { password: string; code: string }

/** Switches the own second factor off. Throws `wrong_credentials`, `wrong_second_factor`; done twice it is off. */
export async function stopFactor(doors: Doors, caller: Caller, proof: Proof): Promise<void> {
  await withProof(doors, caller, proof, async (tx) => {
    if (!(await clearFactor(tx, caller))) return
    const { tenantId, personId } = caller
    await audit(tx, tenantId, proof.actor, { act: 'account.second_factor_off', subjectId: personId, at: proof.at })
  })
}

/** New recovery codes; those before no longer work. Throws as `stopFactor` does. */
export const renewOwnCodes = (doors: Doors, caller: Caller, proof: Proof): Promise<string[]> =>
  withProof(doors, caller, proof, (tx) => renewCodes(tx, caller, doors.config.secretKey))

/** Works in the transaction in which the code was spent: either both are kept or neither. */
async function withProof<T>(
  doors: Doors,
  caller: Caller,
  { password, code, at }: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const account = await confirmPassword(doors, caller, { password, at })
  const { totpSecret, accountId } = account
  if (totpSecret === null) throw new ApiError('wrong_second_factor')
  await doors.database.withoutTenant((tx) => takeAttempts(tx, factorAttempts(accountId), at))
  return doors.database.withTenant(caller.tenantId, async (tx) => {
    await passFactor(tx, { ...account, totpSecret }, { code, secretKey: doors.config.secretKey, at })
    await returnAttempts(tx, factorAttempts(accountId))
    return work(tx)
  })
}

async function renewCodes(tx: Tx, { tenantId, accountId }: Caller, secretKey: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(code, { accountId, secretKey }))
  await replaceRecoveryCodes(tx, { tenantId, accountId }, hashes)
  return codes
}

/** An account with the second factor on. */
type Guarded = { tenantId: string; accountId: string; totpSecret: string }

/** What the secret of an account is sealed for: it opens for no other one. */
const factorPurpose = (accountId: string): string => `second factor of ${accountId}`

/** What a try of a code counts as. */
export const factorAttempts = (accountId: string): Attempt[] => [
  { kind: 'secondFactor', who: accountId },
  { kind: 'secondFactorDay', who: accountId },
]

/**
 * Checks a code of the app or a recovery code and spends it, so that it works once even for two at the same moment.
 * Throws `wrong_second_factor`. The caller has counted the try and committed that.
 */
export async function passFactor(
  tx: Tx,
  account: Guarded,
  { code, secretKey, at }: { code: string; secretKey: string; at: Date },
): Promise<'authenticator' | 'recovery_code'> {
  if (/^\d{6}$/.test(code)) {
    const secret = unseal(account.totpSecret, secretKey, factorPurpose(account.accountId))
    const step = secret === null ? null : stepOf(secret, code, at)
    if (step !== null && (await spendStep(tx, account, { step, totpSecret: account.totpSecret })))
      return 'authenticator'
  } else if (
    await spendRecoveryCode(tx, account, { codeHash: hashRecoveryCode(code, { ...account, secretKey }), at })
  ) {
    return 'recovery_code'
  }
  throw new ApiError('wrong_second_factor')
}
