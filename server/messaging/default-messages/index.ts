import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { sendDefaultMessages, sendDefaultMessagesJob } from './send-default.ts'

/** What a church sends on the days of its people, by itself where it is switched on. */
export { defaultMessageRoutes } from './routes.ts'

export const defaultMessageQueues: Queue[] = [sendDefaultMessagesJob]

export const defaultMessageWorkers = (context: AppContext): JobWorker[] => [
  jobWorker({
    job: sendDefaultMessagesJob,
    handler: () => sendDefaultMessages(context),
    concurrency: 1,
    cron: '*/10 * * * *',
  }),
]
