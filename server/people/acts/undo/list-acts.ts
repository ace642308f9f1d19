import { UNDO_DAYS, type listActs as call } from '#contract/people/acts.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectUndoable } from './undo-store.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/** What can be undone still, the latest first. */
export async function listActs(tx: Tx, at: Date): Promise<Answer<typeof call>> {
  const acts = await selectUndoable(tx, new Date(at.getTime() - UNDO_MS))
  return acts.map((act) => ({ ...act, at: act.at.toISOString() }))
}
