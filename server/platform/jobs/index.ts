export { defineJob, jobWorker, type Enqueue, type Job, type JobWorker, type Queue } from './jobs.ts'
export { isQueued } from './job-store.ts'
