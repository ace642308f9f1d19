import type { Tx } from '#server/platform/database/index.ts'
import { updatePerson } from '../../persons/person-store.ts'
import { sortNameOf, termsOf } from '../../persons/person-words.ts'
import { deleteTerms, insertTerms } from '../../persons/store.ts'
import type { MergedFields } from './merged-fields.ts'
import { updatePictureOnly } from './merge-store.ts'

/** Writes what the one who is kept is from now on, with the words to be found by. The version grows by one. */
export async function writeKept(tx: Tx, tenantId: string, kept: MergedFields & { id: string }): Promise<void> {
  const person = { ...kept, sortName: sortNameOf(kept) }
  await updatePerson(tx, person)
  await updatePictureOnly(tx, kept.id, kept.pictureId)
  await deleteTerms(tx, kept.id)
  await insertTerms(tx, tenantId, termsOf(person))
}
