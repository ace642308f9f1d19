import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { contactFilesInUse } from '../contacts/index.ts'
import { selectFilesInUse } from './draft-store.ts'
import { keepLocalTimes } from './keep-local-times.ts'
import { findDue, findDueJob, forgetSent, forgetSentJob, sendScheduled } from './send-scheduled.ts'
import { mailOfFailed, tellOfFailedJob } from './tell-of-failed.ts'
import { sendScheduledJob } from './wake.ts'

/** Messages of every channel that are not sent yet: drafts, templates, and those that go at a time. */
export { draftRoutes } from './routes.ts'
export { keptEmailRoutes } from './kept-emails.ts'
export { pushScheduleRoutes } from './push-schedules.ts'
export { existingDraftRoutes } from './existing-clients.ts'
export { existingEmailDraftRoutes } from './existing-email-clients.ts'
/** For the demo: keeps a text, and lets one go at a time. */
export { saveDraft } from './save-draft.ts'
export { scheduleDraft } from './schedule-draft.ts'
export { lockChurch } from './draft-store.ts'

export const draftQueues: Queue[] = [sendScheduledJob, findDueJob, forgetSentJob, tellOfFailedJob]

/** Sends what is due, and tells of what could not go. */
export const draftWorkers = (context: AppContext): JobWorker[] => [
  jobWorker({
    job: sendScheduledJob,
    handler: (due, signal) => sendScheduled(context, due, signal),
    concurrency: 2,
  }),
  jobWorker({ job: findDueJob, handler: () => findDue(context), concurrency: 1, cron: '* * * * *' }),
  jobWorker({ job: forgetSentJob, handler: () => forgetSent(context), concurrency: 1, cron: '40 3 * * *' }),
  jobWorker({ job: tellOfFailedJob, handler: (told) => mailOfFailed(context, told), concurrency: 2 }),
]

/** Keeps the contact files that a message needs, and the hours that were promised. */
export const draftReactions = [
  contactFilesInUse.reaction((tx, { fileIds }) => selectFilesInUse(tx, fileIds)),
  keepLocalTimes,
]
