/**
 * Campaigns: one text to many people, or to one. Whom it is for, what it comes to, taking it on, delivery in batches in the
 * hours of the route, pause and cancelling, what became of each message, the list of what was sent. The channel above brings
 * the text, its sender, its route and what it weighs.
 */
export { audienceOf, longListsInTurn, type Audience } from './audience.ts'
export { splitAddresses } from './email-addresses.ts'
/** Who an audience is: counted, by first names, some of them. */
export { countAudience, countFirstNames, sampleAudience, type NameCount } from './audience-store.ts'
export { readRecipients } from './few-recipients-store.ts'
export { selectSkipped, selectWithPrefixes, type Named } from './named-store.ts'
/** Takes a campaign on, or one message to one address: row, recipients, hold of units and the job that delivers it. */
export {
  countSegments,
  takeOnCampaign,
  takeOnOne,
  weighed,
  type SegmentCount,
  type SegmentsFor,
} from './take-on-campaign.ts'
export { isTaken, type NewCampaign } from './campaign-store.ts'
/** What segments cost; books the receipts of gateways. */
export { unitsFor, unitsForAll, type Rate } from './rate.ts'
export { receiptBooker, receiveReceipts } from './receive-receipts.ts'
export { outcomesRecorded } from './record-outcomes.ts'
export { referenceOf } from './ask-gateway.ts'
/** What was sent: for its screens and for areas that tell of it. */
export { listSentSms, presentCampaign, presentRecipients, readSentMessage } from './list-sent.ts'
export { steeredBy } from './read-report.ts'
export { cancelCampaign } from './steer-campaign.ts'
export {
  campaignPages,
  countCampaigns,
  countRecipients,
  hideCampaigns,
  recipientPages,
  selectCampaign,
  selectCampaigns,
  selectMessage,
  selectRecipients,
  sentMessages,
  type CampaignRecord,
  type ExportedRecord,
} from './sent-store.ts'
/** What the route of a campaign names that is pushed. */
export { PUSH_GATEWAY } from './push-gateway.ts'
export { sentRoutes } from './sent-routes.ts'
/** Delivery and reports, in the background. */
export { campaignQueues, campaignWorkers } from './campaign-workers.ts'
export { type Reader, type Writing, type Written } from './prepare-batch.ts'
/** Addresses as they are typed and kept. */
export { normaliseEmail } from './email-addresses.ts'
