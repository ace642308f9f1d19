import type { Tx } from '#server/platform/database/index.ts'
import { lockAnyway } from '../record/people-store.ts'
import { selectRows, type ActRow } from '../record/record-store.ts'

export type RecordedPerson<Before = object> = ActRow & {
  before: Before
  /** Nobody has changed the person since the act. */
  isUnchanged: boolean
  /** Merged into somebody by now. */
  isMerged: boolean
}

/** Whom an act changed, as far as they are there still, locked in the order of ids as every act does. */
export async function lockRecorded<Before = object>(tx: Tx, actId: string): Promise<RecordedPerson<Before>[]> {
  const rows = await selectRows<Before>(tx, actId)
  const locked = await lockAnyway(
    tx,
    rows.map(({ personId }) => personId),
  )
  const people = new Map(locked.map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = people.get(row.personId)
    return person ? [{ ...row, isUnchanged: person.version === row.version, isMerged: person.isMerged }] : []
  })
}
