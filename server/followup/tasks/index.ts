import { z } from 'zod/mini'
import { peopleMerged, personUnmerged } from '../../people/index.ts'
import { moveTasks, returnTasks } from './task-store.ts'

/** What is to be done about newcomers, and what is said of it. */
export { createTask, editTask } from './tasks.ts'
export { addComment, editComment, removeComment, shownComment } from './comments.ts'
export { selectComments } from './comment-store.ts'
export { listTasks, readTask, shownTask } from './list-tasks.ts'
export { selectTasks, selectTasksOf } from './task-list-store.ts'
/** When reminders are due, and which are. */
export { claimReminders, releaseTasks, updateTaskOwners } from './task-store.ts'

/** What is kept of a merge; absent in those of earlier versions. */
const moved = z.object({ tasks: z.optional(z.array(z.uuid())) })

/** Tasks go with the person whom a merge keeps. */
export const taskReactions = [
  peopleMerged.reaction(async (tx, { keepId, otherIds }) => {
    const things = new Map<string, { tasks: string[] }>()
    for (const from of otherIds) things.set(from, { tasks: await moveTasks(tx, { from, to: keepId }) })
    return things
  }),
  personUnmerged.reaction(async (tx, { personId, keepId, moved: kept }) => {
    const { tasks } = moved.parse(kept)
    if (tasks) await returnTasks(tx, { ids: tasks, from: keepId, to: personId })
  }),
]
