import { stepOf, takeGuesses } from '#server/identity/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { unseal } from '#server/platform/seal.ts'
import { spendStep } from './factor-store.ts'

/** What the secret of an operator is sealed for: it opens for no other one. */
export const factorPurpose = (operatorId: string): string => `second factor of operator ${operatorId}`

type Guarded = { id: string; totpSecret: string | null }
type Shown = { code: string | undefined; secretKey: string; at: Date }

/** Counts a try of a code, by the quarter of an hour and by the day, whether or not it is right. Throws `too_many_tries`. */
export const countCode = (database: Database, operatorId: string, at: Date): Promise<void> =>
  database.withoutTenant((tx) =>
    takeGuesses(
      tx,
      [
        { kind: 'secondFactor', who: `operator\n${operatorId}` },
        { kind: 'secondFactorDay', who: `operator\n${operatorId}` },
      ],
      at,
    ),
  )

/**
 * Lets an operator pass who has no second factor, or shows the code of the app; each code works once. The caller has counted the try. Throws
 * `second_factor_needed` without a code, `wrong_second_factor` for another one.
 */
export async function passSecondFactor(tx: Tx, operator: Guarded, { code, secretKey, at }: Shown): Promise<void> {
  if (operator.totpSecret === null) return
  if (!code) throw new ApiError('second_factor_needed')
  const secret = unseal(operator.totpSecret, secretKey, factorPurpose(operator.id))
  if (secret === null) throw new Error('The second factor of an operator was sealed with another SECRET_KEY')
  const step = stepOf(secret, code, at)
  if (step === null || !(await spendStep(tx, operator.id, step))) throw new ApiError('wrong_second_factor')
}
