import type { Area } from '../../platform/app-context.ts'
import { jobWorker } from '../../platform/jobs/index.ts'
import { checkOutRoutes } from './check-out-routes.ts'
import { followCall, followCallJob } from './classes/follow-call.ts'
import { classRoutes } from './class-routes.ts'
import { anchorLogs, mailAnchors, anchorLogsJob, mailAnchorsJob } from './custody/anchors.ts'
import { tellIncident, tellIncidentJob } from './custody/incidents.ts'
import { custodyRoutes } from './custody-routes.ts'
import { stationRoutes } from './station-routes.ts'

/** Who works at a station, and the event that it works at. */
export { AROUND_EVENT_MS, deskOf, eventOf, eventOfToday, type Desk } from './desk.ts'
export { classesOf, isPersonHere, selectEvent, type CountedClass } from './day-store.ts'

/** Children arrive, with a family that is known or one that comes for the first time. */
export { checkInChildren, familyCame } from './check-in.ts'
export { makeWalkIn, walkedIn, type WalkIn } from './walk-in.ts'

/** Children go home, or are not given to somebody. */
export { releaseChildren } from './release-children.ts'
export { noteRefusal } from './check-out.ts'
export { collectorsOf } from './collectors.ts'

/** What a station shows and prints. */
export { stationFamilies } from './station-families.ts'
export { labelsOf } from './check-in.ts'

/** The custody log: what is written, what does not go together, and how it reads. */
export { recordCustody, type CustodyActor, type CustodyEntry } from './custody/record-custody.ts'
export { entryWords, raiseIncidents } from './custody/incidents.ts'
export { selectNamedEntries, type ListedEntry } from './custody/custody-list-store.ts'

/** The station and the desk, children who come and go, the custody log, the classes and their calls to parents. */
export const door: Area = {
  routes: (serve, context) => {
    stationRoutes(serve, context)
    checkOutRoutes(serve, context)
    custodyRoutes(serve, context)
    classRoutes(serve, context)
  },
  queues: [followCallJob, tellIncidentJob, anchorLogsJob, mailAnchorsJob],
  workers: (context) => [
    jobWorker({ job: followCallJob, handler: (call) => followCall(context, call), concurrency: 2 }),
    jobWorker({ job: tellIncidentJob, handler: (told) => tellIncident(context, told), concurrency: 2 }),
    jobWorker({ job: anchorLogsJob, handler: () => anchorLogs(context), concurrency: 1, cron: '5 * * * *' }),
    jobWorker({ job: mailAnchorsJob, handler: (mail) => mailAnchors(context, mail), concurrency: 2 }),
  ],
}
