import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { unseal } from '../../platform/seal.ts'
import type { Attempt } from '../rate-limits/rate-limits.ts'
import { spendRecoveryCode, spendStep } from './factor-store.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** An account with the second factor on. */
export type Guarded = { tenantId: string; accountId: string; totpSecret: string }

/** What the secret of an account is sealed for: it opens for no other one. */
export const factorPurpose = (accountId: string): string => `second factor of ${accountId}`

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
