import type { House } from '#server/platform/house.ts'
import { jobWorker, type JobWorker, type Queue } from '#server/platform/jobs/index.ts'
import { deliverPush } from './deliver-push.ts'
import { pushServices, type PushService } from './gateways/push-service.ts'
import { deliverPushJob, resumePushesJob } from './push-jobs.ts'
import { resumePushes } from './resume-pushes.ts'
import { vapidOf } from './vapid.ts'

export const pushQueues: Queue[] = [deliverPushJob, resumePushesJob]

/** The push services as this installation is known to them. */
export const openPushServices = ({ config, noteProvider }: Pick<House, 'config' | 'noteProvider'>): PushService =>
  pushServices({ vapid: vapidOf(config), sandbox: config.pushSandbox, note: noteProvider })

/** What goes on about push in the background. */
export function pushWorkers(house: House): JobWorker[] {
  const services = openPushServices(house)
  return [
    jobWorker({
      job: deliverPushJob,
      handler: (payload, signal) => deliverPush(house, services, payload, signal),
      concurrency: 4,
    }),
    jobWorker({ job: resumePushesJob, handler: () => resumePushes(house), concurrency: 1, cron: '*/10 * * * *' }),
  ]
}
