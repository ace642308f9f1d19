import { randomUUIDv7 } from 'node:crypto'
import type { TaskComment } from '#contract/followup/tasks.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { openDesk, touched, type Doer } from '../newcomers/index.ts'
import { deleteComment, insertComment, lockComment, updateComment, type Comment } from './comment-store.ts'
import { holdTask } from './tasks.ts'

/** Says something about a task. Throws `not_found`, `archived`. */
export async function addComment(
  tx: Tx,
  doer: Doer,
  { taskId, text }: { taskId: string; text: string },
): Promise<TaskComment> {
  const { tenantId, by, at } = doer
  const { card } = await holdTask(tx, taskId)
  const id = randomUUIDv7()
  await insertComment(tx, tenantId, { id, taskId, text, by, at })
  await touched(tx, doer, { desk: await openDesk(tx, at), card })
  return shownComment(await heldComment(tx, doer, id), by)
}

/** Throws `not_found`, and `not_allowed` to anybody but who wrote it. */
export async function editComment(
  tx: Tx,
  doer: Doer,
  { id, text }: { id: string; text: string },
): Promise<TaskComment> {
  await heldComment(tx, doer, id)
  await updateComment(tx, { id, text, at: doer.at })
  return shownComment(await heldComment(tx, doer, id), doer.by)
}

export async function removeComment(tx: Tx, doer: Doer, id: string): Promise<void> {
  await heldComment(tx, doer, id)
  await deleteComment(tx, id)
}

async function heldComment(tx: Tx, { by }: Doer, id: string): Promise<Comment> {
  const comment = await lockComment(tx, id)
  if (!comment) throw new ApiError('not_found')
  if (comment.by !== by) throw new ApiError('not_allowed')
  return comment
}

export const shownComment = ({ id, text, byName, by, at, editedAt }: Comment, reader: string | null): TaskComment => ({
  id,
  message: text,
  personName: byName ?? '',
  date: at.toISOString(),
  isMine: by !== null && by === reader,
  isEdited: editedAt !== null,
})
