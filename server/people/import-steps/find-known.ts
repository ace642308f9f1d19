import type { Tx } from '#server/platform/database/index.ts'
import type { CheckedPerson } from '../import-rows/checked-person.ts'
import type { KnownPerson } from '../import-rows/known-person.ts'
import { emailKey } from '../import-rows/row-keys.ts'
import { lockKnown, selectKnown, selectReachedBy } from './match-store.ts'

export type KnownPeople = {
  /** Everybody who has the phone or the address of this person of a file. */
  reachedAs: (person: CheckedPerson) => KnownPerson[]
  byId: (id: string | null) => KnownPerson | null
}

type Wanted = { people: readonly CheckedPerson[]; ids: readonly string[]; lock: boolean }

/** The people of the church whom a batch of rows may be about, all with a few questions. */
export async function findKnown(tx: Tx, { people, ids, lock }: Wanted): Promise<KnownPeople> {
  const phones = distinct(people.map(({ phone }) => phone))
  const emails = distinct(people.map(({ email }) => emailKey(email)))
  const wanted = [...new Set([...ids, ...(await selectReachedBy(tx, { phones, emails }))])]
  const known = await (lock ? lockKnown : selectKnown)(tx, wanted)
  const byKey = Map.groupBy(
    known.flatMap((person) => keysOf(person).map((key) => ({ key, person }))),
    ({ key }) => key,
  )
  const byId = new Map(known.map((person) => [person.id, person]))
  return {
    reachedAs: (person) => [
      ...new Set(keysOf(person).flatMap((key) => byKey.get(key)?.map((entry) => entry.person) ?? [])),
    ],
    byId: (id) => byId.get(id ?? '') ?? null,
  }
}

const distinct = (keys: (string | null)[]): string[] => [...new Set(keys.filter((key) => key !== null))]

const keysOf = ({ phone, email }: { phone: string | null; email: string | null }): string[] =>
  distinct([phone, emailKey(email)])
