import { UNDO_DAYS } from '#contract/people/acts.ts'
import { audit, type AuditDetails } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { groupName } from '../groups/group-act-store.ts'
import { undoMerge } from '../merge/undo-merge.ts'
import type { Doer } from '../record/act.ts'
import { claimUndo, isKnown, type ClaimedAct, type Undone } from './undo-store.ts'
import { undoAddition, undoArchiving, undoKind, undoRemoval, undoRestoring } from './undo-ways.ts'

const UNDO_MS = UNDO_DAYS * 24 * 60 * 60 * 1000

/**
 * Undoes an act for everybody who is still as the act left them. Once: the second of two at the same moment finds it
 * undone. Throws `not_found`, and `not_undoable` when it was undone already or is too old.
 */
export async function undoAct(tx: Tx, { tenantId, actor, at }: Doer, id: string): Promise<Undone> {
  const act = await claimUndo(tx, { id, at, since: new Date(at.getTime() - UNDO_MS) })
  if (!act) throw new ApiError((await isKnown(tx, id)) ? 'not_undoable' : 'not_found')
  const undone = act.kind === 'merge' ? await undoMerge(tx, { tenantId, act, at }) : await ways[act.kind](tx, act, at)
  const subjectId = act.kind === 'merge' ? act.about : null
  const details = { ...(await detailsOf(tx, act)), ...undone }
  await audit(tx, tenantId, actor, { act: 'people.undone', subjectId, details, at })
  return undone
}

const ways = {
  archive: undoArchiving,
  restore: undoRestoring,
  change_kind: undoKind,
  add_to_group: undoAddition,
  remove_from_group: undoRemoval,
}

async function detailsOf(tx: Tx, { kind, about }: ClaimedAct): Promise<AuditDetails> {
  if (kind === 'change_kind') return { undone: kind, kind: about }
  if (kind === 'add_to_group' || kind === 'remove_from_group')
    return { undone: kind, group: await groupName(tx, about) }
  return { undone: kind }
}
