import type { Tx } from '#server/platform/database/index.ts'
import type { StepBatch } from './step-batch.ts'
import { endStep, noteDone } from './step-store.ts'
import {
  deleteMadeGroups,
  deleteMemberships,
  deletePeople,
  forgetPeopleOf,
  lockPeople,
  selectWrittenRows,
  type PersonNow,
  type WrittenRow,
} from './undo-store.ts'
import { writePeople } from './write-people.ts'

const ROWS = 500

/**
 * Takes the next rows back: who was added goes, who was changed is set back. Whoever has been changed since, by hand or
 * by becoming part of a group, a family or the staff, stays and is counted. False when all are done.
 */
export async function undoBatch(tx: Tx, { tenantId, file, at }: StepBatch): Promise<boolean> {
  const rows = await selectWrittenRows(tx, file.id, { after: file.donePosition, limit: ROWS })
  const last = rows.at(-1)
  if (!last) {
    await deleteMadeGroups(tx, file.id)
    await endStep(tx, file.id, { state: 'undone', at })
    return false
  }
  const people = await lockPeople(
    tx,
    rows.map(({ personId }) => personId),
  )
  const now = new Map(people.map((person) => [person.id, person]))
  const untouched = rows.filter((row) => isUntouched(row, now.get(row.personId)))
  await takeOut(
    tx,
    file.id,
    untouched.flatMap(({ before, personId }) => (before ? [] : [personId])),
  )
  await setBack(tx, tenantId, untouched)
  // Who is not there any more was erased: nobody is left to be kept.
  const kept = people.length - untouched.length
  await noteDone(tx, file.id, { rows: rows.length, last: last.position, growth: { kept } })
  return true
}

function isUntouched({ before, joined, version }: WrittenRow, person: PersonNow | undefined): boolean {
  if (!person || person.isArchived || person.version !== version) return false
  return before !== null || (!person.isUsed && person.groups.every((id) => joined.includes(id)))
}

async function takeOut(tx: Tx, importId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  // First, so that the rows stay as they were uploaded: erasing somebody empties theirs.
  await forgetPeopleOf(tx, importId, ids)
  await deletePeople(tx, ids)
}

async function setBack(tx: Tx, tenantId: string, rows: WrittenRow[]): Promise<void> {
  const changed = rows.flatMap(({ personId, before }) => (before ? [{ id: personId, ...before }] : []))
  await writePeople(tx, tenantId, changed)
  const members = changed.flatMap(({ id: personId, groups }) => groups.map((groupId) => ({ groupId, personId })))
  if (members.length > 0) await deleteMemberships(tx, members)
}
