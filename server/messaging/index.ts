import type { Area, AppContext } from '../platform/app-context.ts'
import { jobWorker } from '../platform/jobs/index.ts'
import { forgetContacts, forgetContactsJob } from './contacts/forget-contacts.ts'
import { existingClientRoutes } from './existing-clients.ts'
import { contactRoutes } from './contacts/routes.ts'
import type { Gateway } from './gateways/gateway.ts'
import { openGateways } from './gateways/gateways.ts'
import { sentRoutes } from './sent/routes.ts'
import { deliverCampaign } from './delivery/deliver-campaign.ts'
import { deliverCampaignJob, resumeCampaignsJob } from './delivery/delivery-job.ts'
import { askForReports, askForReportsJob, findReportsDue, findReportsDueJob } from './outcomes/ask-for-reports.ts'
import { receiptRoutes } from './outcomes/receipt-routes.ts'
import { resumeCampaigns } from './delivery/resume-campaigns.ts'
import { notedGateway } from './gateways/noted-gateway.ts'
import { pushQueues, pushWorkers } from './push/push-workers.ts'
import { senderRoutes } from './senders/request-sender.ts'
import { tellOfSender, tellOfSenderJob } from './senders/tell-of-sender.ts'
import { smsRoutes } from './sms/routes.ts'

const SENDS_AT_ONCE = 4

/** SMS to a church's people: contact files, quote, send, delivery, receipts, the sent list. Push to their browsers. */
export const messaging: Area = {
  routes: (serve, context) => {
    contactRoutes(serve)
    smsRoutes(serve, context)
    senderRoutes(serve)
    sentRoutes(serve, context)
    existingClientRoutes(serve)
    receiptRoutes(serve, context, openGateways(context.config))
  },
  queues: [
    deliverCampaignJob,
    resumeCampaignsJob,
    askForReportsJob,
    findReportsDueJob,
    forgetContactsJob,
    tellOfSenderJob,
    ...pushQueues,
  ],
  workers: (context) => {
    const gatewayOf = gatewayFinder(context)
    return [
      jobWorker({
        job: deliverCampaignJob,
        handler: (payload, signal) => deliverCampaign(context, gatewayOf, payload, signal),
        concurrency: SENDS_AT_ONCE,
      }),
      jobWorker({
        job: resumeCampaignsJob,
        handler: () => resumeCampaigns(context),
        concurrency: 1,
        cron: '*/10 * * * *',
      }),
      jobWorker({
        job: askForReportsJob,
        handler: (payload, signal) => askForReports(context, gatewayOf, payload, signal),
        concurrency: 2,
      }),
      jobWorker({
        job: findReportsDueJob,
        handler: () => findReportsDue(context),
        concurrency: 1,
        cron: '*/5 * * * *',
      }),
      jobWorker({ job: forgetContactsJob, handler: () => forgetContacts(context), concurrency: 1, cron: '20 3 * * *' }),
      jobWorker({ job: tellOfSenderJob, handler: (told) => tellOfSender(context, told), concurrency: 2 }),
      ...pushWorkers(context),
    ]
  },
}

function gatewayFinder(context: AppContext): (name: string) => Gateway {
  const gateways = openGateways(context.config)
  return (name) => {
    const gateway = gateways.find(name)
    if (!gateway) throw new Error('A route names a gateway that this installation does not have.')
    return notedGateway(gateway, `sms:${name}`, context.noteProvider)
  }
}
/** For the demo: sends like a church's administrator would. */
export { audienceOf } from './sms/audience.ts'
export { sendSms, type SendInput, type Sender } from './sms/send-sms.ts'
/** For the statement of units, which stands below. */
export { sentMessages } from './sent/store.ts'
/** For the dashboard: the newest of what was sent. */
export { listSentSms } from './sent/list-sent.ts'
/** For the operator's desk: decides about a church's sender ID. */
export { decideSender, type Decided, type Deciding } from './senders/decide-sender.ts'
/** For areas above: one message that a person asked for or that cannot wait. */
export { sendNotice, type Notice, type NoticeSent } from './notices/send-notice.ts'
/** For areas above: messages to the browsers of people who are signed in, and which of them are told. */
export { selectPushes, type PushState } from './push/push-store.ts'
export { sendPush, type Push } from './push/send-push.ts'
export { subscribe, type Subscribing } from './push/subscribe.ts'
export { isSubscribed, unsubscribe } from './push/subscription-store.ts'
export { vapidOf } from './push/vapid.ts'
