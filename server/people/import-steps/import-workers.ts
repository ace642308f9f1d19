import type { House } from '#server/platform/house.ts'
import { jobWorker, type JobWorker, type Queue } from '#server/platform/jobs/index.ts'
import { forgetImports } from './forget-imports.ts'
import { forgetImportsJob, importStepJob, resumeImportsJob } from './import-job.ts'
import { resumeImports } from './resume-imports.ts'
import { runImportStep } from './run-step.ts'

const IMPORTS_AT_ONCE = 2

export const importQueues: Queue[] = [importStepJob, resumeImportsJob, forgetImportsJob]

/** The work of imports in the background. */
export const importWorkers = (house: House): JobWorker[] => [
  jobWorker({
    job: importStepJob,
    handler: (payload, signal) => runImportStep(house, payload, signal),
    concurrency: IMPORTS_AT_ONCE,
  }),
  jobWorker({ job: resumeImportsJob, handler: () => resumeImports(house), concurrency: 1, cron: '*/10 * * * *' }),
  jobWorker({ job: forgetImportsJob, handler: () => forgetImports(house), concurrency: 1, cron: '35 3 * * *' }),
]
