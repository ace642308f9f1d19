import type { House } from '#server/platform/house.ts'
import { isQueued } from '#server/platform/jobs/index.ts'
import { deliverPushJob } from './push-jobs.ts'
import { selectQuietPushes } from './push-store.ts'

/** Longer than all rounds of a message take. */
const QUIET_MS = 10 * 60 * 1000

/** Gives a job to every message that lost its own. */
export async function resumePushes({
  database,
  enqueue,
  clock,
}: Pick<House, 'database' | 'enqueue' | 'clock'>): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietPushes(tx, since))
  for (const { tenantId, messageId } of quiet)
    await database.withTenant(tenantId, async (tx) => {
      if (!(await isQueued(tx, deliverPushJob, { messageId })))
        await enqueue(tx, deliverPushJob, { tenantId, messageId })
    })
}
