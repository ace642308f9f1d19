import { familyCame, walkedIn } from '../checkin/index.ts'
import { staffChanged } from '../identity/index.ts'
import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { leaveNobody, sendTold, tellJob, watchFollowup, watchFollowupJob } from './alerts/index.ts'
import { analyticsRoutes } from './analytics/index.ts'
import { automationReactions, automationRoutes, runAutomation, runAutomationJob } from './automation/index.ts'
import { existingClientRoutes } from './existing-clients.ts'
import { listReactions } from './lists/index.ts'
import { copiedCardReactions, markWalkedIn, newcomerReactions, noteVisits } from './newcomers/index.ts'
import { sendWrittenMail, sendWrittenMailJob } from './profiles/index.ts'
import { routes } from './routes.ts'
import { taskReactions } from './tasks/index.ts'
import { forgetWelcomeEntries, forgetWelcomeEntriesJob, welcomeReactions, welcomeRoutes } from './welcome/index.ts'

/** The public page of the welcome form. */
export { serveWelcomePage } from './welcome/index.ts'

/** For the demo: rules that are tried, switched on and look at what happened like a church’s own. */
export { addRule, runAutomation, switchRule, tryRule, unitsOfRules } from './automation/index.ts'

/** First-timers and new converts: who looks after them, what was done and what is to be done. Its calls stand in `contract/followup`. */
export const followup: Area = {
  routes: (serve, context) => {
    routes(serve, context)
    existingClientRoutes(serve, context)
    analyticsRoutes(serve, context)
    automationRoutes(serve, context)
    welcomeRoutes(serve, context)
  },
  queues: [watchFollowupJob, tellJob, sendWrittenMailJob, runAutomationJob, forgetWelcomeEntriesJob],
  workers: (context) => [
    jobWorker({ job: watchFollowupJob, handler: () => watchFollowup(context), concurrency: 1, cron: '* * * * *' }),
    jobWorker({ job: runAutomationJob, handler: () => runAutomation(context), concurrency: 1, cron: '* * * * *' }),
    jobWorker({ job: tellJob, handler: (told) => sendTold(context, told), concurrency: 2 }),
    jobWorker({ job: sendWrittenMailJob, handler: (mail) => sendWrittenMail(context, mail), concurrency: 2 }),
    jobWorker({
      job: forgetWelcomeEntriesJob,
      handler: () => forgetWelcomeEntries(context),
      concurrency: 1,
      cron: '50 3 * * *',
    }),
  ],
  reactions: [
    ...listReactions,
    ...newcomerReactions,
    ...taskReactions,
    ...copiedCardReactions,
    ...welcomeReactions,
    staffChanged.reaction(leaveNobody),
    ...automationReactions,
    walkedIn.reaction((tx, { parentId, childIds, at }) => markWalkedIn(tx, { parentIds: [parentId], childIds, at })),
    familyCame.reaction((tx, { tenantId, personIds, at, eventId }) =>
      noteVisits(tx, tenantId, { personIds, at, how: 'check_in', eventId, by: null }),
    ),
  ],
}

/** First-timers of the last 30 days in three numbers. */
export { guestTotals } from './analytics/index.ts'

/** What is done about people who are followed up, for whoever makes a church with a past. */
export {
  addNote,
  changeLeadStatus,
  changeOwner,
  changeStage,
  markOrigin,
  noteContact,
  noteVisits,
  updateAnswers,
} from './newcomers/index.ts'
export { addComment, createTask } from './tasks/index.ts'
export { keepWelcomeEntry } from './welcome/index.ts'
