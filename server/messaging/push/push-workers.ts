import type { AppContext } from '../../platform/app-context.ts'
import { jobWorker, type JobWorker, type Queue, isQueued } from '../../platform/jobs/index.ts'
import { deliverPush } from './deliver-push.ts'
import { pushServices, type PushService } from './gateways/push-service.ts'
import { deliverPushJob, resumePushesJob } from './send-push.ts'
import { vapidOf } from './gateways/vapid.ts'
import { selectQuietPushes } from './push-store.ts'

/** Longer than all rounds of a message take. */
const QUIET_MS = 10 * 60 * 1000

/** Gives a job to every message that lost its own. */
export async function resumePushes({
  database,
  enqueue,
  clock,
}: Pick<AppContext, 'database' | 'enqueue' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietPushes(tx, since))
  for (const { tenantId, messageId } of quiet)
    await database.withTenant(tenantId, async (tx) => {
      if (!(await isQueued(tx, deliverPushJob, { messageId })))
        await enqueue(tx, deliverPushJob, { tenantId, messageId })
    })
}

export const pushQueues: Queue[] = [deliverPushJob, resumePushesJob]

/** The push services as this installation is known to them. */
export const openPushServices = ({ config, noteProvider }: Pick<AppContext, 'config' | 'noteProvider'>): PushService =>
  pushServices({ vapid: vapidOf(config), sandbox: config.pushSandbox, note: noteProvider })

/** What goes on about push in the background. */
export function pushWorkers(context: AppContext): JobWorker[] {
  const services = openPushServices(context)
  return [
    jobWorker({
      job: deliverPushJob,
      handler: (payload, signal) => deliverPush(context, services, payload, signal),
      concurrency: 4,
    }),
    jobWorker({ job: resumePushesJob, handler: () => resumePushes(context), concurrency: 1, cron: '*/10 * * * *' }),
  ]
}
