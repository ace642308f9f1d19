import type { PersonDetail } from '#contract/people/persons.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectPerson } from './detail-store.ts'

/** One person, archived or not. Throws `not_found`. */
export async function readPerson(tx: Tx, id: string): Promise<PersonDetail> {
  const person = await selectPerson(tx, id)
  if (!person) throw new ApiError('not_found')
  const { pictureId, archivedAt, ...rest } = person
  return { ...rest, pictureUrl: pictureUrl(pictureId), archivedAt: archivedAt?.toISOString() ?? null }
}
