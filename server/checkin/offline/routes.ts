import * as calls from '#contract/checkin/offline.ts'
import * as stations from '#contract/checkin/stations.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { deskOf } from '../station/desk.ts'
import { admitStation, listStations, renameStation } from './admit-station.ts'
import { pinOfDay, renewPin } from './day-of-pack.ts'
import { fetchPack } from './fetch-pack.ts'
import { openStation, readStation } from './open-station.ts'
import { revokeStation } from './revoke-station.ts'
import { syncStation } from './sync-station.ts'

export function offlineRoutes(serve: Serve, house: House): void {
  serveStations(serve, house)
  serve(calls.fetchPack, ({ params, body, transact, ...call }) =>
    transact((tx) =>
      fetchPack(tx, deskOf(house, call), {
        stationId: params.id,
        accountId: call.caller.accountId,
        sessionId: call.caller.sessionId,
        isGated: call.caller.gate !== 'open',
        body,
      }),
    ),
  )
  serve(calls.syncStation, ({ params, body, ...call }) => {
    const { accountId, sessionId, gate, church } = call.caller
    const lastDay = gate === 'expired' ? church.expiresOn : null
    const bringer = { desk: deskOf(house, call), accountId, lastDay, stationId: params.id, sentAt: body.sentAt ?? null }
    return syncStation(house, bringer, { ...body, sessionId })
  })
}

/** Devices that are stations, and how they become and cease to be some. */
function serveStations(serve: Serve, house: House): void {
  serve(stations.openStation, ({ transact, ...call }) =>
    transact((tx) => openStation(tx, { ...call, secretKey: house.config.secretKey })),
  )
  serve(stations.readStation, ({ caller: { tenantId }, params, transact }) =>
    transact((tx) => readStation(tx, { tenantId, secretKey: house.config.secretKey, stationId: params.id })),
  )
  serve(stations.listStations, ({ caller, at, transact }) =>
    transact((tx) => listStations(tx, { timeZone: caller.church.timeZone, at })),
  )
  serve(stations.admitStation, ({ params, body, transact, ...call }) =>
    transact((tx) => admitStation(tx, { ...call, ...body, stationId: params.id })),
  )
  serve(stations.renameStation, ({ params, body, transact, ...call }) =>
    transact((tx) => renameStation(tx, { ...call, ...body, stationId: params.id })),
  )
  serve(stations.revokeStation, ({ caller: { tenantId, sessionId: ownSessionId }, actor, at, params, transact }) =>
    transact((tx) =>
      revokeStation(tx, { tenantId, ownSessionId, actor, at, stationId: params.id, enqueue: house.enqueue }),
    ),
  )
  serve(stations.readStationPin, ({ caller: { tenantId, church }, at, transact }) =>
    transact((tx) => pinOfDay(tx, { tenantId, timeZone: church.timeZone, at })),
  )
  serve(stations.renewStationPin, ({ caller: { tenantId, church }, actor, at, transact }) =>
    transact((tx) => renewPin(tx, { tenantId, timeZone: church.timeZone, actor, at })),
  )
}
