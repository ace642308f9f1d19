import { UNDO_DAYS, type listChanges as call } from '#contract/people/changes.ts'
import type { Answer } from '#contract/endpoint.ts'
import { audit, type AuditDetails } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { groupName } from '../groups/index.ts'
import type { Doer } from '../writing/index.ts'
import { undoArchiving, undoRestoring } from './archive-people.ts'
import { undoAddition, undoKind, undoRemoval } from './change-people.ts'
import { claimUndo, isKnown, selectUndoable, type ChangeKind, type ClaimedChange } from './change-store.ts'
import type { Undone } from './record.ts'
import { undoMerge } from './undo-merge.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/** What can be undone still, the latest first. */
export async function listChanges(tx: Tx, at: Date): Promise<Answer<typeof call>> {
  const changes = await selectUndoable(tx, new Date(at.getTime() - UNDO_MS))
  return changes.map((change) => ({ ...change, at: change.at.toISOString() }))
}

/**
 * Undoes a change for everybody who is still as it left them. Once: the second of two at the same moment finds it
 * undone. Throws `not_found`, and `not_undoable` when it was undone already or is too old.
 */
export async function undoChange(tx: Tx, doer: Doer, id: string): Promise<Undone> {
  const { tenantId, actor, at } = doer
  const change = await claimUndo(tx, { id, at, since: new Date(at.getTime() - UNDO_MS) })
  if (!change) throw new ApiError((await isKnown(tx, id)) ? 'not_undoable' : 'not_found')
  const undone = await ways[change.kind](tx, change, doer)
  const subjectId = change.kind === 'merge' ? change.about : null
  const details = { ...(await detailsOf(tx, change)), ...undone }
  await audit(tx, tenantId, actor, { act: 'people.undone', subjectId, details, at })
  return undone
}

const ways: Record<ChangeKind, (tx: Tx, change: ClaimedChange, doer: Doer) => Promise<Undone>> = {
  archive: (tx, { id }, { at }) => undoArchiving(tx, id, at),
  restore: (tx, { id }, { at }) => undoRestoring(tx, id, at),
  change_kind: (tx, { id }, { at }) => undoKind(tx, id, at),
  add_to_group: undoAddition,
  remove_from_group: (tx, change, { tenantId }) => undoRemoval(tx, tenantId, change),
  merge: undoMerge,
}

async function detailsOf(tx: Tx, { kind, about }: ClaimedChange): Promise<AuditDetails> {
  if (kind === 'change_kind') return { undone: kind, kind: about }
  if (kind === 'add_to_group' || kind === 'remove_from_group')
    return { undone: kind, group: await groupName(tx, about) }
  return { undone: kind }
}
