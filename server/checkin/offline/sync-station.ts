import type { ActOutcome, syncStation as call } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { labelsOf } from '../station/labels.ts'
import type { TakenAct } from './act-store.ts'
import { conflictsOf } from './conflicts.ts'
import { mustBeAdmitted } from './open-station.ts'
import { openSealed } from './sealed-act.ts'
import { saveSession, selectStation } from './station-store.ts'
import { takeAct, type Bringer } from './take-act.ts'
import { isSigned } from './verify-act.ts'

type Sent = Received<typeof call>['body'] & { sessionId: string }

/**
 * Takes over what a station did, in the order of its numbers, each in a transaction of its own: what the network cuts off
 * is brought again. Throws `not_found`, `station_waiting`, `station_revoked`, and `bad_signature` for a single act that it
 * did not sign or that cannot be opened; then none of them was taken.
 */
export async function syncStation(
  { database }: Pick<House, 'database'>,
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
