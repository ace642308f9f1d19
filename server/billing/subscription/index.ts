/** A church's plan and its last day, and all that ever moved it, to be read by it and by operators. */
export { lastDayWith, readSubscription, readTimeLine } from './subscription.ts'
/** What its entries come to, in periods of one plan each; what months and a dearer plan come to, in days. */
export {
  daysLeft,
  isAsQuoted,
  lastDayOf,
  periodOn,
  quotedOnFor,
  remainingOf,
  termOf,
  type QuotedOn,
} from './periods.ts'
/** As it stands, for a quote; locked, no other payment moves it. Moved by a payment and its refund, or by hand. */
export { addPaidMonths, extendSubscription, grantDays, lockBook, openBook, takeMonthsBack, type Book } from './book.ts'
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
/** Stops what goes by itself where most screens of a church are closed. */
export { refuseAtShutGate } from './refuse-at-shut-gate.ts'
/** Plans that were paid for earlier begin. */
export { beginPlans, beginPlansJob } from './begin-plans.ts'
/** Tells churches that have more people than their plan allows. */
export { sendCapacityMail, sendCapacityMailJob, watchCapacity, watchCapacityJob } from './capacity.ts'
