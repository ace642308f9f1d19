import { randomUUIDv7 } from 'node:crypto'
import type { z } from 'zod/mini'
import { CHANGE_MOST, type ChangeResult, type peopleSelection } from '#contract/people/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { findMatching, lockAnyway } from '../persons/index.ts'
import type { Doer } from '../writing/index.ts'
import { insertChange, insertRows, selectRows, type ChangedPerson, type ChangeKind } from './change-store.ts'

export type Selection = z.output<typeof peopleSelection>

/**
 * The ids of the chosen people, each once. Those of other churches and of nobody are dropped by the lock. Throws
 * `too_many_people`.
 */
export async function chosen(tx: Tx, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const except = new Set(selection.except.map((id) => id.toLowerCase()))
  const ids = await findMatching(tx, selection.matching, CHANGE_MOST + except.size + 1)
  const wanted = ids.filter((id) => !except.has(id))
  if (wanted.length > CHANGE_MOST) throw new ApiError('too_many_people')
  return wanted
}

type Recorded = {
  kind: ChangeKind
  /** The group, kind or person that the change is about. */
  about?: string | null
  rows: readonly ChangedPerson[]
  /** How many people it counts for, when not everybody of `rows`. */
  people?: number
}

/** Keeps what was changed and what it was before, to undo it. What changed nobody is not kept. */
export async function record(
  tx: Tx,
  { tenantId, actor, at }: Doer,
  { kind, about = null, rows, people = rows.length }: Recorded,
): Promise<ChangeResult> {
  if (rows.length === 0) return { changeId: null, people: 0 }
  const id = randomUUIDv7()
  const byAccount = actor.kind === 'staff' ? actor.id : null
  await insertChange(tx, { tenantId, id, kind, about, byAccount, at, people })
  await insertRows(tx, { tenantId, id }, rows)
  return { changeId: id, people }
}

export type RecordedPerson<Before = object> = ChangedPerson & {
  before: Before
  /** Nobody has changed the person since. */
  isUnchanged: boolean
  /** Merged into somebody by now. */
  isMerged: boolean
}

/** Whom a change is of, as far as they are there still, locked in the order of ids as by every change. */
export async function lockRecorded<Before = object>(tx: Tx, changeId: string): Promise<RecordedPerson<Before>[]> {
  const rows = await selectRows<Before>(tx, changeId)
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

export const idsOf = (people: readonly RecordedPerson[]): string[] => people.map(({ personId }) => personId)

/** How many are as they were before, and how many were left as they are. */
export type Undone = { people: number; kept: number }

export const undoneOf = (people: readonly RecordedPerson[], undone: number): Undone => ({
  people: undone,
  kept: people.length - undone,
})
