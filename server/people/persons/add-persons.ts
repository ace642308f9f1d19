import { randomUUIDv7 } from 'node:crypto'
import type { PersonKind } from '#contract/people/persons.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { cleanName, foldText, searchTerms } from '../names/fold.ts'
import { sharedLetters } from './shared-letters.ts'
import { insertPersons, insertTerms, type PersonRecord, type TermRecord } from './store.ts'

export type NewPerson = {
  firstName: string
  lastName: string
  email: string | null
  /** E.164, as normalisePhone answers it. */
  phone: string | null
  kind: PersonKind
  /** Calendar day YYYY-MM-DD in the church's zone. */
  joinedOn: string
}

/** Letters of the name that order a list: more would make a page cursor longer than the contract allows. */
const SORT_NAME_MAX_LENGTH = 60
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
  const firstName = cleanName(person.firstName)
  const lastName = cleanName(person.lastName)
  return { ...person, id: randomUUIDv7(), firstName, lastName, sortName: sortNameOf(firstName, lastName) }
}

function sortNameOf(firstName: string, lastName: string): string {
  const folded = foldText(`${firstName} ${lastName}`)
  return folded.length <= SORT_NAME_MAX_LENGTH ? folded : Array.from(folded).slice(0, SORT_NAME_MAX_LENGTH).join('')
}

function termsOf(person: PersonRecord): TermRecord[] {
  const { id: personId, sortName } = person
  return sharedLetters(searchTerms(person)).map(({ term, shared }) => ({ personId, term, shared, sortName }))
}
