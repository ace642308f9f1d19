import { randomUUIDv7 } from 'node:crypto'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { cleanName } from '../names/fold.ts'
import { sortNameOf, termsOf } from './person-words.ts'
import { insertPersons, insertTerms, type NewPerson, type PersonRecord } from './store.ts'

export type { NewPerson } from './store.ts'

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
