/**
 * Campaigns: one text to many people, or to one. Whom it is for, what it comes to, taking it on, delivery in batches, what
 * became of each message, the list of what was sent. What is written here is SMS; the text, its sender and its price come
 * from the channel above.
 */
export { audienceOf, longListsInTurn, type Audience } from './audience.ts'
/** Who an audience is: counted, by first names, some of them. */
export { countAudience, countFirstNames, sampleAudience, type NameCount } from './audience-store.ts'
/** Takes a campaign on, or a notice of one message: row, recipients, hold of units and the job that delivers it. */
export { countSegments, takeOnCampaign, takeOnNotice, type MessageText } from './take-on-campaign.ts'
/** The route for a country, and what segments cost on it; receipts of gateways. */
export { isTaken, selectRoute, type NewCampaign } from './campaign-store.ts'
export { receiptRoutes, unitsFor, type Rate } from './record-outcomes.ts'
/** What was sent: for its screens and for areas that tell of it. */
export { listSentSms } from './list-sent.ts'
export { sentMessages } from './sent-store.ts'
export { sentRoutes } from './sent-routes.ts'
/** Delivery and reports, in the background. */
export { campaignQueues, campaignWorkers } from './campaign-workers.ts'
