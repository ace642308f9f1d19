import type { House } from '#server/platform/house.ts'
import { oneByOne } from '../one-by-one.ts'
import { shareEvents } from '../registration/place-store.ts'
import { freePlaces } from './free-places.ts'
import { findFreedClasses } from './told-store.ts'

/** Moves up whoever waits for a place that is free already, in every church: erased children and the like give places back unseen. */
export async function sweepWaiting(house: Pick<House, 'database' | 'clock' | 'enqueue' | 'log'>): Promise<void> {
  const { database, clock, enqueue } = house
  const at = clock.now()
  const freed = await database.withoutTenant((tx) => findFreedClasses(tx, at))
  const churches = Map.groupBy(freed, (one) => one.tenantId)
  await oneByOne(house, churches, async ([tenantId, classes]) => {
    const classIds = classes.map(({ classId }) => classId)
    await database.withTenant(tenantId, async (tx) => {
      await shareEvents(tx, classIds)
      await freePlaces(tx, enqueue, { tenantId, classIds, at })
    })
  })
}
