import type { House } from '#server/platform/house.ts'
import { jobWorker, type JobWorker, type Queue } from '#server/platform/jobs/index.ts'
import { makeAllDays } from './make-days.ts'
import {
  makeDaysJob,
  sweepWaitingJob,
  tellCancelledJob,
  tellFamilyCancelledJob,
  tellMovedUpJob,
} from '../waiting/jobs.ts'
import { sweepWaiting } from '../waiting/sweep-waiting.ts'
import { tellCancelled, tellFamilyCancelled, tellMovedUp } from '../waiting/tell-family.ts'

export const eventQueues: Queue[] = [
  tellMovedUpJob,
  tellCancelledJob,
  tellFamilyCancelledJob,
  sweepWaitingJob,
  makeDaysJob,
]

/** What goes on about events in the background. */
export const eventWorkers = (house: House): JobWorker[] => [
  jobWorker({ job: tellMovedUpJob, handler: (told) => tellMovedUp(house, told), concurrency: 2 }),
  jobWorker({ job: tellCancelledJob, handler: (told) => tellCancelled(house, told), concurrency: 1 }),
  jobWorker({ job: tellFamilyCancelledJob, handler: (told) => tellFamilyCancelled(house, told), concurrency: 2 }),
  jobWorker({ job: sweepWaitingJob, handler: () => sweepWaiting(house), concurrency: 1, cron: '* * * * *' }),
  jobWorker({ job: makeDaysJob, handler: () => makeAllDays(house), concurrency: 1, cron: '10 2 * * *' }),
]
