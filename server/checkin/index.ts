import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { sendGuardianCode } from './accounts/reset/send-code.ts'
import { forgetSignUps } from './accounts/forget-sign-ups.ts'
import { accountRoutes } from './accounts/routes.ts'
import { sweepGuardians } from './accounts/session-store.ts'
import { followCall } from './classes/follow-call.ts'
import { followCallJob } from './classes/follow-job.ts'
import { classRoutes } from './classes/routes.ts'
import { collectingRoutes } from './collecting/routes.ts'
import { anchorLogs, mailAnchors } from './custody/anchors.ts'
import { anchorLogsJob, mailAnchorsJob, tellIncidentJob } from './custody/jobs.ts'
import { custodyRoutes } from './custody/routes.ts'
import { tellIncident } from './custody/tell-incident.ts'
import { guardianRoutes } from './guardians/routes.ts'
import { eventQueues, eventWorkers } from './events/event-workers.ts'
import { placeReactions } from './events/people-reactions.ts'
import { eventRoutes } from './events/routes.ts'
import { portalReactions } from './families/people-reactions.ts'
import { forgetPictures } from './family/forget-pictures.ts'
import { familyRoutes } from './family/routes.ts'
import { forgetPicturesJob, forgetSignUpsJob, sendGuardianCodeJob, sweepGuardiansJob } from './jobs.ts'
import { pushRoutes } from './push/routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { offlineRoutes } from './offline/routes.ts'
import { stationRoutes } from './station/routes.ts'

export { createGuardian, type NewGuardian } from './accounts/create-guardian.ts'
export { identifyGuardian } from './accounts/identify-guardian.ts'
export { addEvent, type Planner } from './events/add-event.ts'
export { nextEvent } from './events/list-events.ts'
export { setBanner } from './events/set-banner.ts'
export { recordCustody } from './custody/record-custody.ts'
export { registerFamily, type Registering } from './registration/register-family.ts'
export { checkInChildren } from './station/check-in-children.ts'
export { releaseChildren } from './station/release-children.ts'
export { waitForClass } from './waiting/wait-for-class.ts'
export { openGuardianSession } from './accounts/open-guardian-session.ts'

/** Families at the portal, events and their classes, registration, the station, the check-out. Its calls stand in `contract/checkin`. */
export const checkin: Area = {
  routes: (serve, context) => {
    accountRoutes(serve, context)
    eventRoutes(serve, context)
    registrationRoutes(serve, context)
    familyRoutes(serve, context)
    stationRoutes(serve, context)
    offlineRoutes(serve, context)
    collectingRoutes(serve, context)
    custodyRoutes(serve, context)
    classRoutes(serve, context)
    guardianRoutes(serve, context)
    pushRoutes(serve, context)
  },
  reactions: [...placeReactions, ...portalReactions],
  queues: [
    sendGuardianCodeJob,
    sweepGuardiansJob,
    forgetPicturesJob,
    forgetSignUpsJob,
    followCallJob,
    tellIncidentJob,
    anchorLogsJob,
    mailAnchorsJob,
    ...eventQueues,
  ],
  workers: (context) => [
    jobWorker({ job: sendGuardianCodeJob, handler: (asked) => sendGuardianCode(context, asked), concurrency: 2 }),
    jobWorker({
      job: sweepGuardiansJob,
      handler: () => context.database.withoutTenant((tx) => sweepGuardians(tx, context.clock.now())),
      concurrency: 1,
      cron: '27 * * * *',
    }),
    ...eventWorkers(context),
    jobWorker({ job: followCallJob, handler: (call) => followCall(context, call), concurrency: 2 }),
    jobWorker({ job: tellIncidentJob, handler: (told) => tellIncident(context, told), concurrency: 2 }),
    jobWorker({ job: anchorLogsJob, handler: () => anchorLogs(context), concurrency: 1, cron: '5 * * * *' }),
    jobWorker({ job: mailAnchorsJob, handler: (mail) => mailAnchors(context, mail), concurrency: 2 }),
    jobWorker({ job: forgetPicturesJob, handler: () => forgetPictures(context), concurrency: 1, cron: '37 * * * *' }),
    jobWorker({ job: forgetSignUpsJob, handler: () => forgetSignUps(context), concurrency: 1, cron: '15 3 * * *' }),
  ],
}
