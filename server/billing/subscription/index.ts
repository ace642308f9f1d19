/** A church's plan and its last day, and all that ever moved it, to be read by it and by operators. */
export { lastDayWith, readState, readSubscription, readTimeLine } from './subscription.ts'
/** The state of a church: one pure function of its entries, its people and the clock. */
export { stateOf, timelineOf, type ChurchState, type StateFacts } from './state.ts'
/** What its entries come to, in periods of one plan each; what months and a dearer plan come to, in days. */
export {
  daysLeft,
  isAsQuoted,
  lastDayOf,
  periodOn,
  quotedOnFor,
  remainingOf,
  termOf,
  type Period,
  type QuotedOn,
  type Term,
  type TermEntry,
} from './periods.ts'
/** As it stands, for a quote; locked, no other payment moves it. Moved by a payment and its refund, or by hand. */
export {
  addPaidMonths,
  extendSubscription,
  grantDays,
  lockBook,
  openBook,
  takeMonthsBack,
  type Book,
  type HandMadeTerm,
} from './book.ts'
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
/** Plans that were paid for earlier begin. */
export { beginPlans, beginPlansJob } from './begin-plans.ts'
/** Tells churches that have more people than their plan allows. */
export { sendCapacityMail, sendCapacityMailJob, watchCapacity, watchCapacityJob } from './capacity.ts'
