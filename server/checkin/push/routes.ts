import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/checkin/push.ts'
import { bearerToken, hashToken } from '#server/identity/index.ts'
import { isSubscribed, unsubscribe, vapidOf } from '#server/messaging/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { guardianToken } from '../accounts/guardian-cookie.ts'
import { openPush } from './open-push.ts'

/** Whether a guardian's browser is told of what cannot wait. A browser belongs to its session. */
export function pushRoutes(serve: Serve, { config }: House): void {
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
