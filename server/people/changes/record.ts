import { randomUUIDv7 } from 'node:crypto'
import { type ActResult, ACT_MOST, type peopleSelection } from '#contract/people/changes.ts'
import type { Tx } from '../../platform/database/index.ts'
import { insertAct, insertRows, type ActRow, selectRows } from './change-store.ts'
import { type Actor, type Caller, ApiError } from '../../platform/http/index.ts'
import type { z } from 'zod/mini'
import { planFilter } from '../persons/list-people.ts'
import { selectMatching, lockAnyway } from '../persons/person-store.ts'

/** Who does something to people: of which church, and when. */
export type Doer = { tenantId: string; actor: Actor; at: Date }

export const doerOf = ({ caller, actor, at }: { caller: Caller; actor: Actor; at: Date }): Doer => ({
  tenantId: caller.tenantId,
  actor,
  at,
})

/** What can be done to many people at once and undone. An import has an undo of its own. */
export type ActKind = 'archive' | 'restore' | 'add_to_group' | 'remove_from_group' | 'change_kind' | 'merge' | 'import'

type Recorded = {
  kind: ActKind
  /** The group, kind, import or person that the act is about. */
  about?: string | null
  rows: readonly ActRow[]
  /** How many people it counts for, when not everybody of `rows`. */
  people?: number
}

/**
 * Keeps what an act has changed and what it was before, to undo it. An act that changed nobody is not kept. An act in
 * several steps gives `insertRows` the rows of the later ones.
 */
export async function record(
  tx: Tx,
  { tenantId, actor, at }: Doer,
  { kind, about = null, rows, people = rows.length }: Recorded,
): Promise<ActResult> {
  if (rows.length === 0) return { actId: null, people: 0 }
  const id = randomUUIDv7()
  const byAccount = actor.kind === 'staff' ? actor.id : null
  await insertAct(tx, { tenantId, id, kind, about, byAccount, at, people })
  await insertRows(tx, { tenantId, id }, rows)
  return { actId: id, people }
}

export type Selection = z.output<typeof peopleSelection>

/**
 * The ids of the chosen people, each once. Those of other churches and of nobody are dropped by the lock. Throws
 * `too_many_people`.
 */
export async function chosen(tx: Tx, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids.map((id) => id.toLowerCase()))]
  const except = new Set(selection.except.map((id) => id.toLowerCase()))
  const limit = ACT_MOST + except.size + 1
  const ids = await selectMatching(tx, await planFilter(tx, selection.matching), limit)
  const wanted = ids.filter((id) => !except.has(id))
  if (wanted.length > ACT_MOST) throw new ApiError('too_many_people')
  return wanted
}

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
