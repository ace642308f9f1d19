import { addFamilies } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { DemoPerson } from './crowd/demo-person.ts'
import type { DemoCrowd } from './crowd/make-crowd.ts'

type Of = { tenantId: string; isoCode: string; at: Date }

/** Writes the families of a demo church; `ids` are those of its people, in their order. Answers the families’ ids. */
export async function makeFamilies(
  tx: Tx,
  church: Of,
  { people, households }: DemoCrowd,
  ids: string[],
): Promise<string[]> {
  if (households.length === 0) return []
  const idOf = new Map<DemoPerson, string>(people.map((person, index) => [person, ids[index] ?? '']))
  const families = households.map(({ name, address, members }) => ({
    name,
    address,
    email: null,
    homePhone: null,
    members: members.map(({ person, role }) => ({ personId: idOf.get(person) ?? '', role })),
  }))
  return addFamilies(tx, church, families)
}
