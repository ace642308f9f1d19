import type { Tx } from '../../platform/database/index.ts'
import type { CheckedPerson } from './check-row.ts'
import { type KnownPerson, emailKey, leadingWord, nameWords } from './decide-row.ts'
import { lockKnown, selectKnown, selectReachedBy, type NamedKey } from './known-store.ts'

export type KnownPeople = {
  /** Everybody who has the phone or the address of this person of a file, and the first word of the name. */
  reachedAs: (person: CheckedPerson) => KnownPerson[]
  byId: (id: string | null) => KnownPerson | null
}

type Wanted = { people: readonly CheckedPerson[]; ids: readonly string[]; lock: boolean }

/** The people of the church whom a batch of rows may be about, all with a few questions. */
export async function findKnown(tx: Tx, { people, ids, lock }: Wanted): Promise<KnownPeople> {
  const phones = people.flatMap((person) => namedKey(person.phone, person))
  const emails = people.flatMap((person) => namedKey(emailKey(person.email), person))
  const wanted = [...new Set([...ids, ...(await selectReachedBy(tx, { phones, emails }))])]
  const known = await (lock ? lockKnown : selectKnown)(tx, wanted)
  const byKey = Map.groupBy(
    known.flatMap((person) => keysOf(person, nameWords(person)).map((key) => ({ key, person }))),
    ({ key }) => key,
  )
  const byId = new Map(known.map((person) => [person.id, person]))
  return {
    reachedAs: (person) => [
      ...new Set(
        keysOf(person, [leadingWord(person)]).flatMap((key) => byKey.get(key)?.map((entry) => entry.person) ?? []),
      ),
    ],
    byId: (id) => byId.get(id ?? '') ?? null,
  }
}

const namedKey = (key: string | null, person: CheckedPerson): NamedKey[] =>
  key === null ? [] : [{ key, word: leadingWord(person) }]

type Reached = { phone: string | null; email: string | null }

/** Hundreds may share a number: each is looked up with a word of the name. */
const keysOf = ({ phone, email }: Reached, words: string[]): string[] =>
  [phone, emailKey(email)].flatMap((key) => (key === null ? [] : words.map((word) => `${key} ${word}`)))
