import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { sendGuardianCode } from './families/accounts/reset-code.ts'
import { forgetSignUps } from './families/accounts/forget-sign-ups.ts'
import { accountRoutes } from './families/accounts/routes.ts'
import { sweepGuardians } from './families/accounts/session-store.ts'
import { followCall, followCallJob } from './door/classes/follow-call.ts'
import { classRoutes } from './door/classes/routes.ts'
import { collectingRoutes } from './door/check-out-routes.ts'
import { anchorLogs, mailAnchors } from './door/custody/anchors.ts'
import { anchorLogsJob, mailAnchorsJob, tellIncidentJob } from './door/custody/jobs.ts'
import { custodyRoutes } from './door/custody/routes.ts'
import { tellIncident } from './door/custody/incidents.ts'
import { guardianRoutes } from './families/guardian-routes.ts'
import { eventQueues, eventWorkers } from './events/event-workers.ts'
import { eventRoutes } from './events/event-routes.ts'
import { forgetPictures } from './families/pictures.ts'
import { familyRoutes } from './families/family-routes.ts'
import { forgetPicturesJob, forgetSignUpsJob, sendGuardianCodeJob, sweepGuardiansJob } from './families/jobs.ts'
import { pushRoutes } from './families/push-routes.ts'
import { registrationRoutes } from './events/registration-routes.ts'
import { offlineRoutes } from './sync/routes.ts'
import { stationRoutes } from './door/station-routes.ts'

export { createGuardian, type NewGuardian } from './families/accounts/sign-up-guardian.ts'
export { identifyGuardian } from './families/accounts/guardian-session.ts'
export { addEvent, type Planner } from './events/add-event.ts'
export { nextEvent } from './events/read-events.ts'
export { setBanner } from './events/set-banner.ts'
export { recordCustody } from './door/custody/record-custody.ts'
export { registerFamily, type Registering } from './events/register-family.ts'
export { checkInChildren } from './door/check-in.ts'
export { releaseChildren } from './door/release-children.ts'
export { waitForClass } from './events/wait-for-class.ts'
export { openGuardianSession } from './families/accounts/guardian-session.ts'

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
    guardianRoutes(serve)
    pushRoutes(serve, context)
  },
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
