import type { openPush as call } from '#contract/checkin/push.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { subscribe } from '#server/messaging/index.ts'
import type { Config } from '#server/platform/config/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type GuardianCaller } from '#server/platform/http/index.ts'
import { holdSession } from './session-store.ts'

type Opening = {
  guardian: Pick<GuardianCaller, 'tenantId' | 'personId'>
  tokenHash: Buffer
  subscription: Received<typeof call>['body']
  at: Date
}

/**
 * Tells the guardian's browser from now on, as long as its session lasts. Throws `not_signed_in` when that ended at this
 * moment, and what `subscribe` throws.
 */
export async function openPush(
  tx: Tx,
  config: Pick<Config, 'pushSandbox'>,
  { guardian: { tenantId, personId }, tokenHash, subscription, at }: Opening,
): Promise<Answer<typeof call>> {
  const expiresAt = await holdSession(tx, { tokenHash, personId, at })
  if (!expiresAt) throw new ApiError('not_signed_in')
  await subscribe(tx, config, { tenantId, personId, guardianSession: tokenHash, expiresAt, ...subscription, at })
  return { on: true }
}
