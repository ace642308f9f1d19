import { UNDO_DAYS } from '#contract/people/changes.ts'
import type { PersonDetail } from '#contract/people/persons.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectPerson, selectForUpdate, type WritablePerson } from './person-store.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/** One person, archived or not. Throws `not_found`. */
export async function readPerson(tx: Tx, id: string, at: Date): Promise<PersonDetail> {
  const person = await selectPerson(tx, id, { undoSince: new Date(at.getTime() - UNDO_MS) })
  if (!person) throw new ApiError('not_found')
  const { pictureId, archivedAt, undoChange, ...rest } = person
  return {
    ...rest,
    pictureUrl: pictureUrl(pictureId),
    archivedAt: archivedAt?.toISOString() ?? null,
    undoChange: undoChange && { id: undoChange.id, kind: undoChange.kind, until: untilOf(undoChange.at) },
  }
}

const untilOf = (done: string): string => new Date(Date.parse(done) + UNDO_MS).toISOString()

/** A person, held until the transaction ends. Throws `not_found`, and `archived`: archived people are only read. */
export async function lockPerson(tx: Tx, id: string): Promise<WritablePerson> {
  const person = await selectForUpdate(tx, id)
  if (!person) throw new ApiError('not_found')
  if (person.isArchived) throw new ApiError('archived')
  return person
}
