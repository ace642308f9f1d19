/** Whoever leaves the staff: their people and tasks go on. */
export { leaveNobody } from './leave.ts'
/** Reminders of tasks, and cards that nobody touches: told once by push and mail. */
export { watchFollowup, watchFollowupJob } from './watch.ts'
export { sendTold, tellJob } from './tell.ts'
