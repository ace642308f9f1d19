import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue } from '../../platform/jobs/index.ts'
import { checkDomains, checkDomainsJob } from './check-domain.ts'
import { tellOfDomain, tellOfDomainJob } from './tell-of-domain.ts'

/**
 * In whose name a church's emails go: its sender, a domain of its own, the key that signs for it, and the lines in the DNS that
 * prove it.
 */
export { emailDomainRoutes } from './routes.ts'
/** For whoever sends: the name at this moment, and how many emails the day still takes. */
export { dailyUse, sendingIdentity, withinDay, type Days } from './sending-identity.ts'

export const emailDomainQueues: Queue[] = [checkDomainsJob, tellOfDomainJob]

export const emailDomainWorkers = (context: AppContext): JobWorker[] => [
  jobWorker({ job: checkDomainsJob, handler: () => checkDomains(context), concurrency: 1, cron: '*/5 * * * *' }),
  jobWorker({ job: tellOfDomainJob, handler: (told) => tellOfDomain(context, told), concurrency: 2 }),
]
