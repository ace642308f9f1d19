import { z } from 'zod/mini'
import type { Tx } from '../../platform/database/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'

/**
 * Wakes up for a message whose time has come. Any number of these jobs for one message do no harm; what the message is and
 * when it goes stands in its row alone. `found`: by the sweep, because no other job came.
 */
export const sendScheduledJob = defineJob({
  name: 'messaging.send-scheduled',
  payload: z.object({ tenantId: z.uuid(), draftId: z.uuid(), found: z.optional(z.boolean()) }),
})

type Waking = { tenantId: string; draftId: string; goesAt: Date; at: Date }

/** By seconds from now: the server's clock and the database's may differ. */
export function wakeFor(tx: Tx, enqueue: Enqueue, { tenantId, draftId, goesAt, at }: Waking): Promise<void> {
  const seconds = Math.max(0, Math.ceil((goesAt.getTime() - at.getTime()) / 1000))
  return enqueue(tx, sendScheduledJob, { tenantId, draftId }, { startAfter: seconds })
}
