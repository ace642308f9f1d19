import type { listStations as call } from '#contract/checkin/offline.ts'
import type { Answer } from '#contract/endpoint.ts'
import { dayIn } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectStations } from './station-store.ts'

/** The stations of the church with what they hold today. */
export async function listStations(
  tx: Tx,
  { timeZone, at }: { timeZone: string; at: Date },
): Promise<Answer<typeof call>> {
  const stations = await selectStations(tx, { day: dayIn(timeZone, at), at })
  return stations.map((station) => ({ ...station, seenAt: station.seenAt.toISOString() }))
}
