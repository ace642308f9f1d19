import { randomUUIDv7 } from 'node:crypto'
import { cleanName } from '../../platform/clean-name.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { peopleWritten } from './standing-store.ts'
import { sortNameOf, termsOf } from '../writing/index.ts'
import type { PersonFields } from './check-person.ts'
import {
  deleteTerms,
  insertPersons,
  insertTerms,
  updatePeople,
  type NewPerson,
  type PersonRecord,
} from './person-store.ts'

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
  await peopleWritten.announce(tx, { personIds: ids, at })
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
  at: Date,
): Promise<void> {
  if (people.length === 0) return
  const written = people.map(({ id, fields }) => ({ ...fields, id, sortName: sortNameOf(fields) }))
  await updatePeople(tx, written)
  await deleteTerms(
    tx,
    written.map(({ id }) => id),
  )
  await insertTerms(tx, tenantId, written.flatMap(termsOf))
  await peopleWritten.announce(tx, { personIds: written.map(({ id }) => id), at })
}
