import { randomUUIDv7 } from 'node:crypto'
import type { ActResult } from '#contract/people/acts.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { ActKind, Doer } from './act.ts'
import { insertAct, insertRows, type ActRow } from './record-store.ts'

export type Recorded = {
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
