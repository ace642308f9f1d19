import { randomUUID } from 'node:crypto'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { tellMovedUpJob } from './jobs.ts'
import { lockFreeClasses, moveUp, type FreeClass, type MovedUp } from './waiting-store.ts'

export type Freed = { tenantId: TenantId; classIds: readonly string[]; at: Date }

/**
 * Gives the free places of these classes to whoever waits the longest, in the transaction that freed them; their families
 * are told after it. Call it last, and hold no other lock on classes with a higher id. Answers how many moved up.
 */
export async function freePlaces(tx: Tx, enqueue: Enqueue, { tenantId, classIds, at }: Freed): Promise<number> {
  if (classIds.length === 0) return 0
  const moved: MovedUp[] = []
  for (const free of await lockFreeClasses(tx, classIds, at)) moved.push(...(await fill(tx, free, at)))
  const families = Map.groupBy(moved, ({ registrationId, askedBy }) => `${registrationId} ${askedBy}`)
  for (const family of families.values()) {
    const [{ registrationId, askedBy } = { registrationId: null, askedBy: null }] = family
    const personIds = family.map(({ personId }) => personId)
    if (registrationId)
      await enqueue(tx, tellMovedUpJob, { tenantId, registrationId, askedBy, personIds, reference: randomUUID() })
  }
  return moved.filter(({ registrationId }) => registrationId !== null).length
}

/** Again for the places that those left who needed none any more. */
async function fill(tx: Tx, { id, places }: FreeClass, at: Date): Promise<MovedUp[]> {
  const moved: MovedUp[] = []
  for (let left = places; left === null || left > 0;) {
    const first = await moveUp(tx, { id, places: left }, at)
    if (first.length === 0) break
    const come = first.filter(({ registrationId }) => registrationId !== null)
    moved.push(...come)
    if (left !== null) left -= come.length
  }
  return moved
}
