import type { TenantId, Tx } from '#server/platform/database/index.ts'
import type { PersonFields } from '../persons/check-person.ts'
import { sortNameOf, termsOf } from '../persons/person-words.ts'
import { insertTerms } from '../persons/store.ts'
import { deleteTermsOf, updatePeople } from './write-store.ts'

/** Writes people who are there, with the words they are found by. */
export async function writePeople(
  tx: Tx,
  tenantId: TenantId,
  people: readonly { id: string; fields: PersonFields }[],
): Promise<void> {
  if (people.length === 0) return
  const written = people.map(({ id, fields }) => ({ ...fields, id, sortName: sortNameOf(fields) }))
  await updatePeople(tx, written)
  await deleteTermsOf(
    tx,
    written.map(({ id }) => id),
  )
  await insertTerms(tx, tenantId, written.flatMap(termsOf))
}
