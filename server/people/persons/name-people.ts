import type { namePeople as call } from '#contract/people/persons.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectNames } from './person-store.ts'

/** Names of the people of these ids in their order; unknown and archived ones are left out. */
export async function namePeople(tx: Tx, ids: string[]): Promise<Answer<typeof call>> {
  return ids.length === 0 ? [] : selectNames(tx, ids)
}
