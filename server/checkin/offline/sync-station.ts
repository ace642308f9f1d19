import type { ActOutcome, syncStation as call } from '#contract/checkin/offline.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { labelsOf } from '../station/labels.ts'
import type { TakenAct } from './act-store.ts'
import { conflictsOf } from './conflicts.ts'
import { selectStation } from './station-store.ts'
import { takeAct, type Bringer } from './take-act.ts'
import { isSigned } from './verify-act.ts'

type Acts = Received<typeof call>['body']['acts']

/**
 * Takes over what a station did, in the order of its numbers, each in a transaction of its own: what the network cuts off
 * is brought again. Throws `not_found`, `station_revoked`, and `bad_signature` for a single act that it did not sign;
 * then none of them was taken.
 */
export async function syncStation(
  { database }: Pick<House, 'database'>,
  bringer: Bringer,
  acts: Acts,
): Promise<Answer<typeof call>> {
  const { tenantId } = bringer.desk
  const inChurch = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.withTenant(tenantId, work)
  const station = await inChurch((tx) => selectStation(tx, bringer.stationId))
  if (!station) throw new ApiError('not_found')
  if (station.isRevoked) throw new ApiError('station_revoked')
  if (!acts.every((act) => isSigned(station.id, station.publicKey, act))) throw new ApiError('bad_signature')
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
