import type { Area } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { bounceRoutes, noteBounces, stoppedAddressRoutes } from './bounces/index.ts'
import { bulkPushRoutes } from './bulk-push/index.ts'
import { campaignQueues, campaignWorkers, sentRoutes } from './campaigns/index.ts'
import { contactRoutes, forgetContacts, forgetContactsJob } from './contacts/index.ts'
import {
  draftQueues,
  draftReactions,
  draftRoutes,
  draftWorkers,
  existingDraftRoutes,
  existingEmailDraftRoutes,
  keptEmailRoutes,
  pushScheduleRoutes,
} from './drafts/index.ts'
import { emailDomainQueues, emailDomainRoutes, emailDomainWorkers } from './email-domain/index.ts'
import { defaultMessageQueues, defaultMessageRoutes, defaultMessageWorkers } from './default-messages/index.ts'
import { gatewayWebhooks } from './gateway-webhooks.ts'
import { emailRoutes, emailWriting, forgetPictures, forgetPicturesJob } from './email/index.ts'
import { linkSettingRoutes } from './opt-out-links/index.ts'
import { pushQueues, pushWorkers, staffPushRoutes, tellOfLowUnits } from './push/index.ts'
import { forgetUnclaimedJob, forgetUnclaimedReplies, quickAnswerRoutes, replyRoutes } from './replies/index.ts'
import { hoursRoutes } from './routes/index.ts'
import { senderRoutes, tellOfSender, tellOfSenderJob } from './senders/index.ts'
import { smsRoutes } from './sms/index.ts'

/** SMS to a church's people: contact files, quote, send, delivery, receipts, the sent list. Push to their browsers. */
export const messaging: Area = {
  routes: (serve, context) => {
    contactRoutes(serve, context)
    smsRoutes(serve, context)
    emailRoutes(serve, context)
    emailDomainRoutes(serve, context)
    bounceRoutes(serve, context)
    stoppedAddressRoutes(serve)
    senderRoutes(serve)
    linkSettingRoutes(serve, context)
    replyRoutes(serve, context)
    quickAnswerRoutes(serve)
    hoursRoutes(serve)
    sentRoutes(serve, context)
    draftRoutes(serve, context)
    existingDraftRoutes(serve, context)
    existingEmailDraftRoutes(serve, context)
    keptEmailRoutes(serve, context)
    staffPushRoutes(serve, context)
    bulkPushRoutes(serve, context)
    pushScheduleRoutes(serve, context)
    defaultMessageRoutes(serve)
    gatewayWebhooks(serve, context)
  },
  queues: [
    ...campaignQueues,
    forgetContactsJob,
    forgetPicturesJob,
    forgetUnclaimedJob,
    tellOfSenderJob,
    ...pushQueues,
    ...draftQueues,
    ...defaultMessageQueues,
    ...emailDomainQueues,
  ],
  workers: (context) => [
    ...campaignWorkers(context, { email: emailWriting(context) }),
    jobWorker({ job: forgetContactsJob, handler: () => forgetContacts(context), concurrency: 1, cron: '20 3 * * *' }),
    jobWorker({ job: forgetPicturesJob, handler: () => forgetPictures(context), concurrency: 1, cron: '40 3 * * *' }),
    jobWorker({
      job: forgetUnclaimedJob,
      handler: () => forgetUnclaimedReplies(context),
      concurrency: 1,
      cron: '40 3 * * *',
    }),
    jobWorker({ job: tellOfSenderJob, handler: (told) => tellOfSender(context, told), concurrency: 2 }),
    ...emailDomainWorkers(context),
    ...pushWorkers(context),
    ...draftWorkers(context),
    ...defaultMessageWorkers(context),
  ],
  reactions: [...draftReactions, noteBounces, tellOfLowUnits],
}

/**
 * Whom a message is for; every message of a church, as a query, for the statement of units, which stands below; the newest
 * of what was sent, for the dashboard.
 */
export { audienceOf, sentMessages, listSentSms } from './campaigns/index.ts'
/** The gateways of this installation, by name: for the operators' console, which says which a route uses. */
export { openGateways } from './gateways/index.ts'
/** The page behind the link by which a recipient stops bulk messages; the line with it, for a new message. */
export { footerOf, serveLinkPage } from './opt-out-links/index.ts'
/** The picture in emails of churches that count who opens them. */
export { serveOpenedPicture } from './email/index.ts'
/** One SMS to many, one of the staff to one person, and one that a person asked for or that cannot wait; how refusals are told. */
export { quotePersonal, refusalOf, sendNotice, sendPersonal, sendSms, type SmsSent } from './sms/index.ts'
/** What goes by itself to people who are named, and what it costs: for rules of the follow-up. */
export {
  costEach,
  sendAutomaticEmail,
  sendAutomaticPush,
  sendAutomaticText,
  textDepartures,
  type Automatic,
  type Costing,
} from './automatic/index.ts'
/** For the operators' console: routes and sending hours, which operators change. */
export {
  replaceHolidays,
  selectAllRoutes,
  selectHolidays,
  selectHolidayYear,
  selectHolidayYears,
  deleteHours,
  insertHours,
  selectHours,
  updateHours,
  updateRoute,
  type HoursInput,
  type HoursPlace,
  type RouteInput,
} from './routes/index.ts'
/** For the operators' console: replies that no church could be found for. */
export { assignUnclaimed, countUnclaimed, removeUnclaimed, selectUnclaimed, unclaimedSince } from './replies/index.ts'
/** Under which names a church may send. */
export { selectApprovedMasks } from './senders/index.ts'
/** For the operators' console: decides about a church's sender ID. For the demo: writes one that was decided about. */
export { addDecidedSender, decideSender, selectDecisions, type Deciding } from './senders/index.ts'
/** For the demo: keeps a text that is not sent yet, and lets one go at a time of the church's clocks. */
export { saveDraft, scheduleDraft } from './drafts/index.ts'
/** Messages to the browsers of people who are signed in, and which of them are told. */
export {
  chooseOwnPush,
  readOwnPush,
  removeOwnDevice,
  selectPushes,
  sendPush,
  subscribe,
  testOwnDevice,
  unsubscribe,
  vapidOf,
  type DeviceOwner,
  type PushState,
} from './push/index.ts'
