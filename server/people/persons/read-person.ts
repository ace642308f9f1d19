import { UNDO_DAYS } from '#contract/people/acts.ts'
import type { PersonDetail } from '#contract/people/persons.ts'
import { pictureUrl } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectPerson } from './detail-store.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/** One person, archived or not. Throws `not_found`. */
export async function readPerson(tx: Tx, id: string, at: Date): Promise<PersonDetail> {
  const person = await selectPerson(tx, id, { undoSince: new Date(at.getTime() - UNDO_MS) })
  if (!person) throw new ApiError('not_found')
  const { pictureId, archivedAt, undoAct, ...rest } = person
  return {
    ...rest,
    pictureUrl: pictureUrl(pictureId),
    archivedAt: archivedAt?.toISOString() ?? null,
    undoAct: undoAct && { id: undoAct.id, kind: undoAct.kind, until: untilOf(undoAct.at) },
  }
}

const untilOf = (done: string): string => new Date(Date.parse(done) + UNDO_MS).toISOString()
