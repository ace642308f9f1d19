import * as calls from '#contract/messaging/push-devices.ts'
import { deviceName } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Caller, type Serve } from '../../platform/http/index.ts'
import { selectStaffSessionEnd, unsubscribe } from './device-store.ts'
import { vapidOf } from './gateways/vapid.ts'
import { chooseOwnPush, readOwnPush, removeOwnDevice, testOwnDevice, type DeviceOwner } from './own-devices.ts'
import { subscribe } from './subscribe.ts'

const ownerOf = ({ tenantId, personId, sessionId, abilities }: Caller, at: Date): DeviceOwner => ({
  tenantId,
  personId,
  session: { staff: sessionId },
  keepsUnits: abilities.has('billing.manage'),
  at,
})

/** What somebody on the staff is told by push, on which of their devices. */
export function staffPushRoutes(serve: Serve, { config, enqueue }: AppContext): void {
  const { publicKey } = vapidOf(config)

  serve(calls.readStaffPush, ({ caller, at, transact }) =>
    transact((tx) => readOwnPush(tx, ownerOf(caller, at), publicKey)),
  )

  serve(calls.openStaffPush, ({ body, caller, request, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, personId, sessionId } = caller
      const expiresAt = await selectStaffSessionEnd(tx, sessionId)
      if (!expiresAt) throw new ApiError('not_signed_in')
      const device = deviceName(request.headers['user-agent'] ?? null)
      const whom = { tenantId, personId, session: { staff: sessionId }, expiresAt, device }
      await subscribe(tx, config, { ...whom, ...body, at })
      return { on: true }
    }),
  )

  serve(calls.closeStaffPush, ({ caller: { sessionId }, transact }) =>
    transact(async (tx) => {
      await unsubscribe(tx, { staff: sessionId })
      return { on: false }
    }),
  )

  serve(calls.chooseStaffPush, ({ caller, params, body, at, transact }) =>
    transact((tx) => chooseOwnPush(tx, ownerOf(caller, at), params.category, body.on)),
  )

  serve(calls.testStaffDevice, ({ caller, params, at, transact }) =>
    transact(async (tx) => {
      await testOwnDevice(tx, enqueue, { ...ownerOf(caller, at), church: caller.church.name }, params.id)
      return {}
    }),
  )

  serve(calls.removeStaffDevice, ({ caller, params, at, transact }) =>
    transact(async (tx) => {
      await removeOwnDevice(tx, ownerOf(caller, at), params.id)
      return {}
    }),
  )
}
