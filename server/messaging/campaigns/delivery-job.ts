import { z } from 'zod/mini'
import type { Tx } from '../../platform/database/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'
import type { CampaignPurpose } from './campaign-store.ts'

/** Hands the messages of one campaign to its gateway. Any number of these jobs for one campaign do no harm. */
export const deliverCampaignJob = defineJob({
  name: 'messaging.deliver-campaign',
  payload: z.object({ tenantId: z.uuid(), campaignId: z.uuid(), askFirst: z.optional(z.boolean()) }),
  // With pauses of at most five minutes this tries for longer than a day, after which the job gives up by itself.
  options: { retryLimit: 400 },
  restored: { askFirst: true },
})

type Delivering = {
  tenantId: string
  campaignId: string
  purpose: CampaignPurpose
  /** Its records may be older than what the gateway has. */
  askFirst?: boolean
  /** Not before so many seconds. */
  seconds?: number
}

/**
 * Puts a delivery in the queue. Bulk campaigns of a church take turns, so that no church takes all workers; one message that
 * somebody waits for stands in nobody's line.
 */
export async function enqueueDelivery(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, campaignId, purpose, askFirst = false, seconds = 0 }: Delivering,
): Promise<void> {
  const payload = { tenantId, campaignId, ...(askFirst ? { askFirst } : {}) }
  const line = purpose === 'bulk' ? { turnOf: tenantId } : { isUrgent: true }
  await enqueue(tx, deliverCampaignJob, payload, { ...line, ...(seconds > 0 ? { startAfter: seconds } : {}) })
}
