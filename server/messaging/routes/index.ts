/**
 * How an SMS may travel and when: routes, sending hours and public holidays, which are data of the installation, and what a
 * church states that its people agreed to.
 */
export { hoursRoutes } from './sending-hours.ts'
/** All routes, and as operators see them, who change them. */
export {
  selectAllRoutes,
  selectRoutes,
  updateRoute,
  type RouteInput,
  type RouteWish,
  type SmsRoute,
} from './route-store.ts'
/** Which of them a number goes by, and the ways of a message to numbers of several countries. */
export { chooseRoute, routesOf, routeTo, waysFor, type Travelling, type Ways } from './ways.ts'
export { PLACE_LETTERS, placeOf } from './place-of-number.ts'
/** When a message to a number leaves, and how many of many leave when. */
export {
  deleteHours,
  hoursOf,
  insertHours,
  selectHours,
  updateHours,
  type HoursInput,
  type HoursPlace,
} from './hours-store.ts'
/** The public holidays on which some of them close. */
export { replaceHolidays, selectHolidays, selectHolidayYear, selectHolidayYears } from './holiday-store.ts'
export { leavesAt, type Hours } from './hours.ts'
export { departures, type PrefixCount } from './departures.ts'
