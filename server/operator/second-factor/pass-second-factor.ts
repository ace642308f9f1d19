import { hashRecoveryCode, returnAttempts, stepOf, takeAttempts, type Attempt } from '#server/identity/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { unseal } from '#server/platform/seal.ts'
import { spendRecoveryCode, spendStep } from './factor-store.ts'

/** What the secret of an operator is sealed for: it opens for no other one. */
export const factorPurpose = (operatorId: string): string => `second factor of operator ${operatorId}`

type Guarded = { id: string; totpSecret: string | null }
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
export async function passSecondFactor(tx: Tx, operator: Guarded, { code, secretKey, at }: Shown): Promise<void> {
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
