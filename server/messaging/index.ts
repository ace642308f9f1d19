import * as calls from '#contract/messaging/existing-clients.ts'
import type { Area } from '../platform/app-context.ts'
import type { Serve } from '../platform/http/index.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { campaignQueues, campaignWorkers, receiptRoutes, sentRoutes } from './campaigns/index.ts'
import { contactRoutes, forgetContacts, forgetContactsJob } from './contacts/index.ts'
import { openGateways } from './gateways/index.ts'
import { pushQueues, pushWorkers } from './push/index.ts'
import { senderRoutes, tellOfSender, tellOfSenderJob } from './senders/index.ts'
import { smsRoutes } from './sms/index.ts'

/** SMS to a church's people: contact files, quote, send, delivery, receipts, the sent list. Push to their browsers. */
export const messaging: Area = {
  routes: (serve, context) => {
    contactRoutes(serve)
    smsRoutes(serve, context)
    senderRoutes(serve)
    sentRoutes(serve, context)
    emptyLists(serve)
    receiptRoutes(serve, context, openGateways(context.config))
  },
  queues: [...campaignQueues, forgetContactsJob, tellOfSenderJob, ...pushQueues],
  workers: (context) => [
    ...campaignWorkers(context),
    jobWorker({ job: forgetContactsJob, handler: () => forgetContacts(context), concurrency: 1, cron: '20 3 * * *' }),
    jobWorker({ job: tellOfSenderJob, handler: (told) => tellOfSender(context, told), concurrency: 2 }),
    ...pushWorkers(context),
  ],
}

/** Lists of parts that a church has nothing in yet, for existing clients. */
function emptyLists(serve: Serve): void {
  for (const call of [calls.getAllSmsReplies, calls.getAllSentEmails, calls.getAllSentPushNotifications])
    serve(call, () => Promise.resolve({ data: [], totalItems: 0 }))
  for (const call of [calls.getSmsDrafts, calls.getSmsSchedules, calls.getEmailDrafts, calls.getEmailSchedules])
    serve(call, () => Promise.resolve([]))
}

/**
 * Whom a message is for; every message of a church, as a query, for the statement of units, which stands below; the newest
 * of what was sent, for the dashboard.
 */
export { audienceOf, sentMessages, listSentSms } from './campaigns/index.ts'
/** One SMS to many, and one message that a person asked for or that cannot wait. */
export { sendNotice, sendSms, type Notice, type NoticeSent, type Sender, type SendInput } from './sms/index.ts'
/** For the operators' console: decides about a church's sender ID. For the demo: writes one that was decided about. */
export { addDecidedSender, decideSender, type Decided, type Deciding } from './senders/index.ts'
/** Messages to the browsers of people who are signed in, and which of them are told. */
export {
  isSubscribed,
  selectPushes,
  sendPush,
  subscribe,
  unsubscribe,
  vapidOf,
  type Push,
  type PushState,
  type Subscribing,
} from './push/index.ts'
