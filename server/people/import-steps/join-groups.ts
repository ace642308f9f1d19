import type { Tx } from '#server/platform/database/index.ts'
import { lockGroups } from '../persons/membership-store.ts'
import { insertGroups, insertMemberships, noteMadeGroups, selectGroupIds } from './apply-store.ts'
import type { StepBatch } from './step-batch.ts'

type Joining = { id: string; groups: string[] }

/**
 * Puts people into the groups of their rows, which are made where that was asked for, and into the one for everybody.
 * Answers by person the groups that are new for them. A group that is gone meanwhile is left out.
 */
export async function joinGroups(
  tx: Tx,
  { tenantId, file, plan }: StepBatch,
  people: readonly Joining[],
): Promise<Map<string, string[]>> {
  const names = [...new Set(people.flatMap(({ groups }) => groups))]
  if (plan.makeGroups && names.length > 0) {
    const made = await insertGroups(tx, tenantId, names)
    if (made.length > 0) await noteMadeGroups(tx, file.id, made)
  }
  const idOf = await selectGroupIds(tx, names)
  const forAll = plan.groupId && (await lockGroups(tx, [plan.groupId])) > 0 ? [plan.groupId] : []
  const members = people.flatMap(({ id: personId, groups }) =>
    [...forAll, ...groups.flatMap((name) => idOf.get(name) ?? [])].map((groupId) => ({ groupId, personId })),
  )
  const joined = members.length > 0 ? await insertMemberships(tx, tenantId, members) : []
  const byPerson = Map.groupBy(joined, ({ personId }) => personId)
  return new Map(Array.from(byPerson, ([personId, each]) => [personId, each.map(({ groupId }) => groupId)]))
}
