import type { Tx } from '#server/platform/database/index.ts'
import type { CheckedPerson } from '../import-rows/checked-person.ts'
import type { Decision } from '../import-rows/decide-row.ts'
import { keysOf } from '../import-rows/row-keys.ts'
import { namesFit } from '../import-rows/same-person.ts'
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
  const keys = people.map(keysOf)
  const phones = [...new Set(keys.flatMap(({ phone }) => phone ?? []))]
  const marks = [...new Set(keys.flatMap(({ mark }) => mark ?? []))]
  const names = new Map<string, Named[]>()
  const remember = (key: string | null, named: Named): void => {
    if (key !== null) names.set(key, [...(names.get(key) ?? []), named])
  }
  for (const { phone, mark, ...named } of await selectEarlier(tx, id, { phones, marks, until })) {
    remember(phone, named)
    remember(mark, named)
  }
  const meant = new Set(await selectAlreadyMeant(tx, id, { personIds: there, until }))
  const isAbout = ({ outcome }: Decision): boolean => outcome === 'update' || outcome === 'same'
  return {
    isTwin: (person) => {
      const { phone, mark } = keysOf(person)
      return [phone, mark].some((key) => key !== null && names.get(key)?.some((named) => namesFit(named, person)))
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
