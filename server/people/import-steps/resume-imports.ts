import type { House } from '#server/platform/house.ts'
import { isQueued } from '#server/platform/jobs/index.ts'
import { importStepJob } from './import-job.ts'
import { selectRunning } from './step-store.ts'

/** Gives a job to every import that lost its own in the middle of a step. */
export async function resumeImports({ database, enqueue }: House): Promise<void> {
  const running = await database.withoutTenant(selectRunning)
  for (const step of running)
    await database.withTenant(step.tenantId, async (tx) => {
      if (!(await isQueued(tx, importStepJob, step))) await enqueue(tx, importStepJob, step)
    })
}
