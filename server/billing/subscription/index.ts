/** A church's plan and its last day: read, moved by a payment and its refund, or by hand. */
export {
  addPaidMonths,
  extendSubscription,
  grantDays,
  lastDayWith,
  readState,
  readSubscription,
  takeMonthsBack,
  type HandMadeTerm,
} from './subscription.ts'
/** The state of a church: one pure function of its entries, its people and the clock. */
export { stateOf, timelineOf, type ChurchState, type StateFacts } from './state.ts'
/** What its entries come to, in periods of one plan each. */
export { lastDayOf, periodOn, remainingOf, termOf, type Period, type Term, type TermEntry } from './periods.ts'
/** All that ever moved a church, to be read by it and by operators. */
export { readTimeLine } from './time-line.ts'
/** As it stands, for a quote; locked, no other payment moves it. */
export { lockBook, openBook, type Book } from './book.ts'
export {
  daysGivenSince,
  holdEnd,
  insertSubscription,
  lockSubscription,
  selectPlan,
  selectPlans,
  selectSubscription,
  updateRenewalPlan,
  type SubscriptionRecord,
} from './subscription-store.ts'
/** What months and a dearer plan come to, in days. */
export { daysLeft, isAsQuoted, quotedOnFor, type QuotedOn } from './term.ts'
/** Stops what goes by itself where most screens of a church are closed. */
export { refuseAtShutGate } from './refuse-at-shut-gate.ts'
/** Plans that were paid for earlier begin. */
export { beginPlans, beginPlansJob } from './begin-plans.ts'
/** Tells churches that have more people than their plan allows. */
export { sendCapacityMail, sendCapacityMailJob, watchCapacity, watchCapacityJob } from './capacity.ts'
