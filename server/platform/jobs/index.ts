export { defineJob, jobWorker, type Enqueue, type Job, type JobWorker, type Queue } from './jobs.ts'
export { countJobs, hastenJobs, isComing, isQueued, scheduledQueues } from './job-store.ts'
