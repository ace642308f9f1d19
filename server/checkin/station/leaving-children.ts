import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectChildren, type LockedRegistration } from './children-store.ts'

type Leaving = {
  childIds: readonly string[]
  collectorId: string | null
  /** What it means that the registration has none of the children: the code that led to it is not theirs. */
  noneOfThem?: 'wrong_code' | 'not_found'
}

/**
 * Which of the children named are in class, and which went with the same collector already. Throws `not_found` for one who
 * is not of this registration or not in class, and `gone_home` for one who has gone with somebody else.
 */
export async function leavingChildren(
  tx: Tx,
  { registrationId }: LockedRegistration,
  { childIds, collectorId, noneOfThem = 'not_found' }: Leaving,
): Promise<{ here: string[]; gone: string[] }> {
  const children = new Map((await selectChildren(tx, registrationId)).map((child) => [child.personId, child]))
  if (!childIds.some((id) => children.has(id.toLowerCase()))) throw new ApiError(noneOfThem)
  const here: string[] = []
  const gone: string[] = []
  for (const childId of new Set(childIds.map((id) => id.toLowerCase()))) {
    const child = children.get(childId)
    if (!child?.checkedInAt) throw new ApiError('not_found')
    if (!child.checkedOutAt) here.push(childId)
    else if (child.collectedBy === collectorId) gone.push(childId)
    else throw new ApiError('gone_home', { fields: { [childId]: 'This child has gone home already.' } })
  }
  return { here, gone }
}
