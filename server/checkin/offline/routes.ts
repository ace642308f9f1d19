import * as calls from '#contract/checkin/offline.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { deskOf } from '../station/desk.ts'
import { fetchPack } from './fetch-pack.ts'
import { listStations } from './list-stations.ts'
import { openStation } from './open-station.ts'
import { revokeStation } from './revoke-station.ts'
import { syncStation } from './sync-station.ts'

export function offlineRoutes(serve: Serve, house: House): void {
  serve(calls.openStation, ({ transact, ...call }) => transact((tx) => openStation(tx, call)))
  serve(calls.listStations, ({ caller, at, transact }) =>
    transact((tx) => listStations(tx, { timeZone: caller.church.timeZone, at })),
  )
  serve(calls.revokeStation, ({ caller: { tenantId }, actor, at, params, transact }) =>
    transact((tx) => revokeStation(tx, { tenantId, actor, at, stationId: params.id, enqueue: house.enqueue })),
  )
  serve(calls.fetchPack, ({ params, body, transact, ...call }) =>
    transact((tx) =>
      fetchPack(tx, deskOf(house, call), {
        stationId: params.id,
        accountId: call.caller.accountId,
        isGated: call.caller.gate !== 'open',
        body,
      }),
    ),
  )
  serve(calls.syncStation, ({ params, body, ...call }) => {
    const { accountId, gate, church } = call.caller
    const lastDay = gate === 'expired' ? church.expiresOn : null
    const bringer = { desk: deskOf(house, call), accountId, lastDay, stationId: params.id, sentAt: body.sentAt ?? null }
    return syncStation(house, bringer, body.acts)
  })
}
