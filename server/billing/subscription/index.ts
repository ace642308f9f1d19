/** A church's plan and its last day: read, extended by a payment or by hand. */
export { addPaidMonths, extendSubscription, readSubscription, type HandMadeTerm } from './subscription.ts'
/** As it stands, for a quote; locked, no other payment moves it. */
export {
  insertSubscription,
  lockSubscription,
  selectPlans,
  selectSubscription,
  type SubscriptionRecord,
} from './subscription-store.ts'
/** What months and a dearer plan come to, in days. */
export { daysLeft, newExpiry, upgradeTerm } from './term.ts'
/** Tells churches that have more people than their plan allows. */
export { sendCapacityMail, sendCapacityMailJob, watchCapacity, watchCapacityJob } from './capacity.ts'
