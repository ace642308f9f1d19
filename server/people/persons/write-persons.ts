import { randomUUIDv7 } from 'node:crypto'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { cleanName, sortNameOf, termsOf } from '../words.ts'
import {
  insertPersons,
  insertTerms,
  type NewPerson,
  type PersonRecord,
  deleteTermsOf,
  updatePeople,
  updatePerson,
  deleteTerms,
} from './person-store.ts'
import type { PersonFields } from './check-person.ts'
import type { MergedFields } from '../changes/merge-people.ts'
import { updatePictureOnly } from './standing-store.ts'

export type { NewPerson } from './person-store.ts'

/** A batch is prepared in some 20 ms: the server answers others in between. */
const BATCH = 1_000

/** Adds people with the words they are found by. Names are cleaned here. Answers their ids, in the order given. */
export async function addPersons(tx: Tx, tenantId: TenantId, persons: NewPerson[], at: Date): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < persons.length; start += BATCH) {
    const records = persons.slice(start, start + BATCH).map(recordOf)
    await insertPersons(tx, tenantId, records, at)
    await insertTerms(tx, tenantId, records.flatMap(termsOf))
    for (const { id } of records) ids.push(id)
  }
  return ids
}

function recordOf(person: NewPerson): PersonRecord {
  const named = { firstName: cleanName(person.firstName), lastName: cleanName(person.lastName) }
  return { ...person, ...named, id: randomUUIDv7(), sortName: sortNameOf(named) }
}

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

/** Writes what the one who is kept is from now on, with the words to be found by. The version grows by one. */
export async function writeKept(tx: Tx, tenantId: string, kept: MergedFields & { id: string }): Promise<void> {
  const person = { ...kept, sortName: sortNameOf(kept) }
  await updatePerson(tx, person)
  await updatePictureOnly(tx, kept.id, kept.pictureId)
  await deleteTerms(tx, kept.id)
  await insertTerms(tx, tenantId, termsOf(person))
}
