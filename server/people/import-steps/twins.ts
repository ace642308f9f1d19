import type { Tx } from '#server/platform/database/index.ts'
import type { CheckedPerson } from '../import-rows/checked-person.ts'
import type { Decision } from '../import-rows/decide-row.ts'
import { keysOf } from '../import-rows/row-keys.ts'
import { leadingWord, namesFit, nameWords } from '../import-rows/same-person.ts'
import type { StoredImport } from '../imports/import-store.ts'
import { selectAlreadyMeant, selectEarlier } from './check-store.ts'

type Named = { firstName: string; lastName: string }

/** What the rows further up in the file are about. */
export type Twins = {
  /** Whether a row that is taken is of the same person: the same phone or address, and a name that fits. */
  isTwin: (person: CheckedPerson) => boolean
  /** Whether a row that is taken is about the same person of the church. */
  isMeant: (decision: Decision) => boolean
  take: (person: CheckedPerson, decision: Decision) => void
}

/** Looks the rows before a batch up, and remembers those of the batch as they are taken. */
export async function findTwins(
  tx: Tx,
  { id, donePosition: until }: StoredImport,
  { people, there }: { people: readonly CheckedPerson[]; there: string[] },
): Promise<Twins> {
  const named = people.map((person) => ({ ...keysOf(person), word: leadingWord(person) }))
  const phones = named.flatMap(({ phone: key, word }) => (key === null ? [] : [{ key, word }]))
  const marks = named.flatMap(({ mark: key, word }) => (key === null ? [] : [{ key, word }]))
  const names = new Map<string, Named[]>()
  // Hundreds may share a number: each is kept by the words of the name.
  const remember = (key: string | null, one: Named): void => {
    if (key === null) return
    for (const word of nameWords(one)) {
      const place = `${key} ${word}`
      const known = names.get(place)
      if (known) known.push(one)
      else names.set(place, [one])
    }
  }
  for (const { key, ...one } of await selectEarlier(tx, id, { phones, marks, until })) remember(key, one)
  const meant = new Set(await selectAlreadyMeant(tx, id, { personIds: there, until }))
  const isAbout = ({ outcome }: Decision): boolean => outcome === 'update' || outcome === 'same'
  return {
    isTwin: (person) => {
      const { phone, mark } = keysOf(person)
      const word = leadingWord(person)
      return [phone, mark].some(
        (key) => key !== null && names.get(`${key} ${word}`)?.some((one) => namesFit(one, person)),
      )
    },
    isMeant: (decision) => isAbout(decision) && meant.has(decision.known?.id ?? ''),
    take: (person, decision) => {
      if (decision.outcome === 'skip') return
      const { phone, mark } = keysOf(person)
      const { firstName, lastName } = person
      remember(phone, { firstName, lastName })
      remember(mark, { firstName, lastName })
      if (isAbout(decision) && decision.known) meant.add(decision.known.id)
    },
  }
}
