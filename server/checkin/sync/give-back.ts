import type { Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { lockClasses, shareEvents, saveLeases, selectLeases } from '../events/place-store.ts'
import { freePlaces } from '../events/places.ts'
import { takeBackCodes } from '../events/registration-store.ts'

type Holder = { tenantId: string; stationId: string; at: Date; enqueue: Enqueue }

/** The places of a station, which is locked, go to whoever waits, and its codes are nobody's any more. */
export async function giveBack(tx: Tx, holder: Holder): Promise<void> {
  await takeBackCodes(tx, holder.stationId)
  await giveBackPlaces(tx, holder)
}

/** Its codes stay its own: they may be on stickers. */
export async function giveBackPlaces(tx: Tx, { tenantId, stationId, at, enqueue }: Holder): Promise<void> {
  const classIds = (await selectLeases(tx, stationId)).map(({ classId }) => classId)
  await shareEvents(tx, classIds)
  await lockClasses(tx, classIds)
  // Again behind the lock: a registration may have used some meanwhile.
  const leases = await selectLeases(tx, stationId)
  const back = leases.map(({ classId, places }) => ({ classId, places: 0, change: -places }))
  await saveLeases(tx, { tenantId, stationId }, back)
  await freePlaces(tx, enqueue, { tenantId, classIds, at })
}
