import { z } from 'zod/mini'
import type { FollowupTask, listTasks as call } from '#contract/followup/tasks.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { foldText } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import { countTasks, selectTask, selectTasks, type ListedTask } from './task-list-store.ts'

const place = z.object({
  due: z.string().check(z.regex(/^\d{4}-\d\d-\d\d[ T][\d:.]+([+-]\d\d(:?\d\d)?|Z)$/)),
  id: z.uuid(),
})

export async function listTasks(
  tx: Tx,
  { cursor, limit = PAGE_SIZE, search, ...filter }: Received<typeof call>['query'],
): Promise<Answer<typeof call>> {
  const asked = { ...filter, search: search?.trim().toLowerCase(), searchedName: foldText(search ?? '') }
  const rows = await selectTasks(tx, asked, { after: readCursor(place, cursor), limit: limit + 1 })
  const page = pageFrom(rows, limit, (row) => ({ due: row.place, id: row.id }))
  return { ...page, items: page.items.map(shownTask), ...(await countTasks(tx, asked)) }
}

/** Throws `not_found`. */
export async function readTask(tx: Tx, id: string): Promise<FollowupTask> {
  const task = await selectTask(tx, id)
  if (!task) throw new ApiError('not_found')
  return shownTask(task)
}

export const shownTask = (task: ListedTask): FollowupTask => ({
  id: task.id,
  instructions: task.instructions,
  dateCreated: task.createdAt.toISOString(),
  dateUpdated: task.updatedAt.toISOString(),
  reminder: task.reminder,
  dueDate: task.dueAt?.toISOString() ?? null,
  note: task.note,
  type: task.type,
  priority: task.priority,
  status: task.status,
  personID: task.ownerId,
  ownerName: task.ownerName,
  contacts: task.personName,
  contactID: task.personId,
  memberType: task.memberType,
  comments: task.comments,
})
