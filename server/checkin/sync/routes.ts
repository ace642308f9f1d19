import * as calls from '#contract/checkin/offline.ts'
import * as stations from '#contract/checkin/stations.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor } from '../../platform/http/index.ts'
import { admitStation, listStations, renameStation, openStation, readStation } from './admit-station.ts'
import { pinOfDay, renewPin, fetchPack } from './fetch-pack.ts'
import { audit, endChurchSession } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { lockStation, saveRevoked, saveSession, selectStation, mustBeAdmitted } from './station-store.ts'
import type { ActOutcome, syncStation as call } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { TakenAct } from './act-store.ts'
import { conflictsOf } from './conflicts.ts'
import { openSealed, isSigned } from './seals.ts'
import { takeAct, type Bringer } from './take-act.ts'
import { deskOf, labelsOf } from '../door/index.ts'
import { giveBackPlaces } from '../events/index.ts'

type Sent = Received<typeof call>['body'] & { sessionId: string }

/**
 * Takes over what a station did, in the order of its numbers, each in a transaction of its own: what the network cuts off
 * is brought again. Throws `not_found`, `station_waiting`, `station_revoked`, and `bad_signature` for a single act that it
 * did not sign or that cannot be opened; then none of them was taken.
 */
async function syncStation(
  { database }: Pick<AppContext, 'database'>,
  bringer: Bringer,
  { acts: readable, sealed = [], sessionId }: Sent,
): Promise<Answer<typeof call>> {
  const { tenantId } = bringer.desk
  const inChurch = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(tenantId, work)
  const station = mustBeAdmitted(await inChurch((tx) => selectStation(tx, bringer.stationId)))
  const { id: stationId, publicKey } = station
  const opened = sealed.map((one) => openSealed(one, { ...bringer.desk, stationId }))
  const acts = [...readable, ...opened].filter((act) => act !== null)
  if (opened.includes(null) || !acts.every((act) => isSigned(stationId, publicKey, act)))
    throw new ApiError('bad_signature')
  if (acts.length > 0) await inChurch((tx) => saveSession(tx, { id: stationId, sessionId }))
  const outcomes: ActOutcome[] = []
  for (const act of acts.toSorted((one, other) => one.number - other.number)) {
    const outcome = await inChurch(async (tx) => {
      const taken = await takeAct(tx, bringer, act)
      return taken && outcomeOf(tx, taken, { stationId: station.id, at: bringer.desk.at })
    })
    if (!outcome) break
    outcomes.push(outcome)
  }
  const after = await inChurch((tx) => selectStation(tx, bringer.stationId))
  return { applied: after?.applied ?? station.applied, outcomes }
}

/** Labels are made anew: what is kept of an act holds no names. */
async function outcomeOf(
  tx: Tx,
  { number, kind, outcome }: TakenAct,
  { stationId, at }: { stationId: string; at: Date },
): Promise<ActOutcome> {
  const { registrationId, reason, notDone, verdicts } = outcome
  const hasLabels = registrationId !== null && (kind === 'check_in' || kind === 'walk_in')
  const labels = hasLabels ? await labelsOf(tx, { registrationId, personIds: null, at }) : null
  const conflicts = await conflictsOf(tx, { stationId, number })
  return { number, outcome: outcome.outcome, registrationId, reason, notDone, verdicts, labels, conflicts }
}

type Revoking = {
  tenantId: TenantId
  /** Of whoever shuts it out. */
  ownSessionId: string
  actor: Actor
  at: Date
  stationId: string
  enqueue: Enqueue
}

/**
 * Shuts a station out until a leader admits it again: its places go to whoever waits, and the session that was on it ends,
 * so that the device can read nothing over the network either. Its codes nobody else is given: what it did arrives then. One that waits is refused,
 * and goes on as the ordinary screen that it was. Throws `not_found`.
 */
async function revokeStation(tx: Tx, revoking: Revoking): Promise<{ revoked: true }> {
  const { tenantId, ownSessionId, actor, at, stationId, enqueue } = revoking
  const station = await lockStation(tx, stationId)
  if (!station) throw new ApiError('not_found')
  const { isAdmitted, isRevoked, name, code, sessionId } = station
  if (isRevoked) return { revoked: true }
  await saveRevoked(tx, stationId, at)
  const details = isAdmitted ? { name } : { code }
  await audit(tx, tenantId, actor, { act: isAdmitted ? 'station.revoked' : 'station.refused', details, at })
  if (!isAdmitted) return { revoked: true }
  // Whoever shuts out the device in their own hands stays signed in on it.
  if (sessionId && sessionId !== ownSessionId) await endChurchSession(tx, { tenantId, sessionId })
  await giveBackPlaces(tx, { tenantId, stationId, at, enqueue })
  return { revoked: true }
}

export function syncRoutes(serve: Serve, context: AppContext): void {
  serveStations(serve, context)
  serve(calls.fetchPack, ({ params, body, transact, ...call }) =>
    transact((tx) =>
      fetchPack(tx, deskOf(context, call), {
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
    const bringer = {
      desk: deskOf(context, call),
      accountId,
      lastDay,
      stationId: params.id,
      sentAt: body.sentAt ?? null,
    }
    return syncStation(context, bringer, { ...body, sessionId })
  })
}

/** Devices that are stations, and how they become and cease to be some. */
function serveStations(serve: Serve, context: AppContext): void {
  serve(stations.openStation, ({ transact, ...call }) =>
    transact((tx) => openStation(tx, { ...call, secretKey: context.config.secretKey })),
  )
  serve(stations.readStation, ({ caller: { tenantId }, params, transact }) =>
    transact((tx) => readStation(tx, { tenantId, secretKey: context.config.secretKey, stationId: params.id })),
  )
  serve(stations.listStations, ({ at, transact }) => transact((tx) => listStations(tx, { at })))
  serve(stations.admitStation, ({ params, body, transact, ...call }) =>
    transact((tx) => admitStation(tx, { ...call, ...body, stationId: params.id })),
  )
  serve(stations.renameStation, ({ params, body, transact, ...call }) =>
    transact((tx) => renameStation(tx, { ...call, ...body, stationId: params.id })),
  )
  serve(stations.revokeStation, ({ caller: { tenantId, sessionId: ownSessionId }, actor, at, params, transact }) =>
    transact((tx) =>
      revokeStation(tx, { tenantId, ownSessionId, actor, at, stationId: params.id, enqueue: context.enqueue }),
    ),
  )
  serve(stations.readStationPin, ({ caller: { tenantId, church }, at, transact }) =>
    transact((tx) => pinOfDay(tx, { tenantId, timeZone: church.timeZone, at })),
  )
  serve(stations.renewStationPin, ({ caller: { tenantId, church }, actor, at, transact }) =>
    transact((tx) => renewPin(tx, { tenantId, timeZone: church.timeZone, actor, at })),
  )
}
