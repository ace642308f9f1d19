import { placeReactions } from './people-reactions.ts'
import type { Area } from '../../platform/app-context.ts'
import { careChanged } from '../families/index.ts'
import { clearSeen } from './child-store.ts'
import { eventRoutes } from './event-routes.ts'
import { eventQueues, eventWorkers } from './event-workers.ts'
import { registrationRoutes } from './registration-routes.ts'

/** Plans an event; `nextEvent` is what the dashboard shows. */
export { addEvent } from './add-event.ts'
export { nextEvent } from './read-events.ts'
export { setBanner } from './set-banner.ts'

/** The one way to register a family, to wait for a full class, and to move a child to another class of its event. */
export { registerFamily } from './register-family.ts'
export { waitForClass } from './wait-for-class.ts'
export { moveToClass } from './change-child.ts'

/** A registration, held until the transaction ends: by its id, by its family, or by a code of the day. */
export { takeBackCodes } from './code-store.ts'
export {
  lockRegistration,
  lockRegistrationByCode,
  lockRegistrationOf,
  type LockedRegistration,
} from './registration-store.ts'

/** What happens to registered children at the door. The rule that allows it is asked before, and the custody log written after. */
export {
  markCheckedIn,
  markCheckedOut,
  markCollector,
  saveCameAt,
  saveSeen,
  selectChildren,
  selectChildrenOfEvent,
  selectInClassSince,
  takeBack,
  type RegisteredChild,
} from './child-store.ts'

/** A station's share of the places and codes of an event. */
export { giveBack, giveBackPlaces, heardOfSince, holdCodes, noLeases, renewLeases } from './places.ts'
export { lockClasses, saveAdults } from './place-store.ts'

/** What a family may choose from at an event: its classes, its people, and which class goes with whom. */
export { ageInMonths, type BornOn } from './suggest-class.ts'
export { selectChoices, selectRegistrable, type Choice, type RegistrableRow } from './portal-store.ts'
export { suggestClass } from './suggest-class.ts'

/** Events and their classes, places and leases, registrations with their codes and children, the lines, and what families see of them. */
export const events: Area = {
  routes: (serve, context) => {
    eventRoutes(serve, context)
    registrationRoutes(serve, context)
  },
  queues: eventQueues,
  workers: eventWorkers,
  reactions: [...placeReactions, careChanged.reaction((tx, { personId }) => clearSeen(tx, personId))],
}
