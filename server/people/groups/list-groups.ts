import type { GroupRow } from '#contract/people/groups.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectGroups } from './store.ts'

/** Every group of the church with the number of people in it, by category and name. */
export async function listGroups(tx: Tx): Promise<GroupRow[]> {
  return selectGroups(tx)
}
