import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { gatewayFinder } from '../gateways/index.ts'
import { askForReports, askForReportsJob, findReportsDue, findReportsDueJob } from './ask-for-reports.ts'
import { deliverCampaign, resumeCampaigns, resumeCampaignsJob } from './deliver-campaign.ts'
import { deliverCampaignJob } from './take-on-campaign.ts'

export const campaignQueues: Queue[] = [deliverCampaignJob, resumeCampaignsJob, askForReportsJob, findReportsDueJob]

const SENDS_AT_ONCE = 4

/** What goes on about campaigns in the background. */
export function campaignWorkers(context: AppContext): JobWorker[] {
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
  ]
}
