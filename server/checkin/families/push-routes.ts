import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/messaging/push-devices.ts'
import { bearerToken, deviceName, hashToken } from '../../identity/index.ts'
import {
  chooseOwnPush,
  readOwnPush,
  removeOwnDevice,
  subscribe,
  testOwnDevice,
  unsubscribe,
  vapidOf,
  type DeviceOwner,
} from '../../messaging/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type GuardianCaller } from '../../platform/http/index.ts'
import { guardianToken } from './accounts/guardian-session.ts'
import type { openPush as call } from '#contract/messaging/push-devices.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { holdSession } from './accounts/session-store.ts'

type Opening = {
  guardian: Pick<GuardianCaller, 'tenantId' | 'personId'>
  tokenHash: Buffer
  device: string | null
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
  { guardian: { tenantId, personId }, tokenHash, device, subscription, at }: Opening,
): Promise<Answer<typeof call>> {
  const expiresAt = await holdSession(tx, { tokenHash, personId, at })
  if (!expiresAt) throw new ApiError('not_signed_in')
  const whom = { tenantId, personId, session: { guardian: tokenHash }, expiresAt, device }
  await subscribe(tx, config, { ...whom, ...subscription, at })
  return { on: true }
}

/** What a guardian is told by push, and on which browsers. A browser belongs to its session. */
export function pushRoutes(serve: Serve, { config, enqueue }: AppContext): void {
  const { publicKey } = vapidOf(config)
  /** The token that the session of this request was found by. */
  const sessionOf = (request: FastifyRequest): Buffer =>
    hashToken(bearerToken(request) || guardianToken(request, config) || '')
  const ownerOf = ({ guardian, request, at }: Who): DeviceOwner => ({
    tenantId: guardian.tenantId,
    personId: guardian.personId,
    session: { guardian: sessionOf(request) },
    keepsUnits: false,
    at,
  })

  serve(calls.readPush, ({ transact, ...who }) => transact((tx) => readOwnPush(tx, ownerOf(who), publicKey)))

  serve(calls.openPush, ({ body: subscription, guardian, request, at, transact }) => {
    const device = deviceName(request.headers['user-agent'] ?? null)
    return transact((tx) => openPush(tx, config, { guardian, tokenHash: sessionOf(request), device, subscription, at }))
  })

  serve(calls.closePush, ({ request, transact }) =>
    transact(async (tx) => {
      await unsubscribe(tx, { guardian: sessionOf(request) })
      return { on: false }
    }),
  )

  serve(calls.choosePush, ({ params, body, transact, ...who }) =>
    transact((tx) => chooseOwnPush(tx, ownerOf(who), params.category, body.on)),
  )

  serve(calls.testDevice, ({ params, transact, ...who }) =>
    transact(async (tx) => {
      const church = who.guardian.church.name
      await testOwnDevice(tx, enqueue, { ...ownerOf(who), church }, params.id)
      return {}
    }),
  )

  serve(calls.removeDevice, ({ params, transact, ...who }) =>
    transact(async (tx) => {
      await removeOwnDevice(tx, ownerOf(who), params.id)
      return {}
    }),
  )
}

type Who = { guardian: GuardianCaller; request: FastifyRequest; at: Date }
