import type { Area } from '../platform/app-context.ts'
import { door } from './door/index.ts'
import { events } from './events/index.ts'
import { families } from './families/index.ts'
import { sync } from './sync/index.ts'

/** Guardians: their account, who calls, and a session of their own. */
export { createGuardian, guardianAuthenticator, openGuardianSession } from './families/index.ts'

/** What a family says of its children: notes of care, and who may collect them. */
export { addCare, grantGuardian } from './families/index.ts'

/** Events, and how a family registers for one or waits. */
export { addEvent, nextEvent, registerFamily, setBanner, waitForClass } from './events/index.ts'

/** Children come and go, by the acts of the door, which ask the rules; `mark…` writes what happened long ago. */
export { checkInChildren, familyCame, recordCustody, releaseChildren, walkedIn } from './door/index.ts'
export { markCheckedIn, markCheckedOut } from './events/index.ts'

/** From the lowest: each knows those before it. */
const rooms: readonly Area[] = [families, events, door, sync]

/** Families at the portal, events and their classes, registration, the station, the check-out. Its calls stand in `contract/checkin`. */
export const checkin: Area = {
  routes: (serve, context) => {
    for (const { routes } of rooms) routes(serve, context)
  },
  queues: rooms.flatMap(({ queues }) => queues),
  workers: (context) => rooms.flatMap(({ workers }) => workers(context)),
  reactions: rooms.flatMap(({ reactions = [] }) => reactions),
}
