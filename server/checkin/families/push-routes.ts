import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/checkin/push.ts'
import { bearerToken, hashToken } from '../../identity/index.ts'
import { isSubscribed, unsubscribe, vapidOf, subscribe } from '../../messaging/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type GuardianCaller } from '../../platform/http/index.ts'
import { guardianToken } from './accounts/guardian-session.ts'
import type { openPush as call } from '#contract/checkin/push.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { holdSession } from './accounts/session-store.ts'

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
async function openPush(
  tx: Tx,
  config: Pick<Config, 'pushSandbox'>,
  { guardian: { tenantId, personId }, tokenHash, subscription, at }: Opening,
): Promise<Answer<typeof call>> {
  const expiresAt = await holdSession(tx, { tokenHash, personId, at })
  if (!expiresAt) throw new ApiError('not_signed_in')
  await subscribe(tx, config, { tenantId, personId, guardianSession: tokenHash, expiresAt, ...subscription, at })
  return { on: true }
}

/** Whether a guardian's browser is told of what cannot wait. A browser belongs to its session. */
export function pushRoutes(serve: Serve, { config }: AppContext): void {
  const { publicKey } = vapidOf(config)
  /** The token that the session of this request was found by. */
  const sessionOf = (request: FastifyRequest): Buffer =>
    hashToken(bearerToken(request) || guardianToken(request, config) || '')

  serve(calls.readPush, ({ request, transact }) =>
    transact(async (tx) => ({ on: await isSubscribed(tx, sessionOf(request)), publicKey })),
  )
  serve(calls.openPush, ({ body: subscription, guardian, request, at, transact }) =>
    transact((tx) => openPush(tx, config, { guardian, tokenHash: sessionOf(request), subscription, at })),
  )
  serve(calls.closePush, ({ request, transact }) =>
    transact(async (tx) => {
      await unsubscribe(tx, sessionOf(request))
      return { on: false }
    }),
  )
}
