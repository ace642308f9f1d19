import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectForUpdate, type WritablePerson } from './person-store.ts'

/** A person, held until the transaction ends. Throws `not_found`, and `archived`: archived people are only read. */
export async function lockPerson(tx: Tx, id: string): Promise<WritablePerson> {
  const person = await selectForUpdate(tx, id)
  if (!person) throw new ApiError('not_found')
  if (person.isArchived) throw new ApiError('archived')
  return person
}
