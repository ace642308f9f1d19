import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { gatewayFinder } from '../gateways/index.ts'
import { askForReports, askForReportsJob, findReportsDue, findReportsDueJob } from './ask-for-reports.ts'
import { deliverCampaign } from './deliver-campaign.ts'
import { deliverCampaignJob } from './delivery-job.ts'
import { PUSH_GATEWAY, pushGateway, pushUntakenJob, recordUntaken } from './push-gateway.ts'
import { matchReceiptsJob, receiveReceipts } from './receive-receipts.ts'
import type { Writings } from './prepare-batch.ts'
import { resumeCampaigns, resumeCampaignsJob } from './resume-campaigns.ts'

export const campaignQueues: Queue[] = [
  deliverCampaignJob,
  resumeCampaignsJob,
  askForReportsJob,
  findReportsDueJob,
  pushUntakenJob,
  matchReceiptsJob,
]

const SENDS_AT_ONCE = 4

/** What goes on about campaigns in the background; `writings`: of channels above whose messages are more than a text. */
export function campaignWorkers(context: AppContext, writings: Writings): JobWorker[] {
  const gatewayOf = gatewayFinder(context)
  return [
    jobWorker({
      job: deliverCampaignJob,
      handler: (payload, signal) => {
        const push = pushGateway(context, payload.tenantId)
        const gatewayFor = (name: string) => (name === PUSH_GATEWAY ? push : gatewayOf(name))
        return deliverCampaign(context, gatewayFor, { ...payload, writings }, signal)
      },
      concurrency: SENDS_AT_ONCE,
      inTurns: true,
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
    jobWorker({ job: pushUntakenJob, handler: (untaken) => recordUntaken(context, untaken), concurrency: 2 }),
    jobWorker({
      job: matchReceiptsJob,
      handler: ({ gateway, receipts, tries }) => receiveReceipts(context, gateway, receipts, tries),
      concurrency: 2,
    }),
    jobWorker({
      job: findReportsDueJob,
      handler: () => findReportsDue(context),
      concurrency: 1,
      cron: '*/5 * * * *',
    }),
  ]
}
