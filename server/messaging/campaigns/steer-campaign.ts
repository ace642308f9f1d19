import type { Channel } from '../../people/index.ts'
import type { AuditAct } from '#contract/identity/audit.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { lockSteering, saveCancelled, savePaused, saveResumed, type Steering } from './campaign-store.ts'
import { enqueueDelivery } from './delivery-job.ts'

/** Which campaign, by whom, when. */
export type Steered = { tenantId: string; channel: Channel; campaignId: string; actor: Actor; at: Date }

/**
 * From the next batch on nothing is handed over; a batch that is under way ends. Again changes nothing; what is over or
 * cancelled is refused with `message_over`.
 */
export async function pauseCampaign(tx: Tx, steered: Steered): Promise<void> {
  const { isPaused } = await lockRunning(tx, steered)
  if (isPaused) return
  await savePaused(tx, steered.campaignId, steered.at)
  await note(tx, steered, 'message.paused')
}

/** Goes on where it was paused. */
export async function resumeCampaign(tx: Tx, enqueue: Enqueue, steered: Steered): Promise<void> {
  const { isPaused } = await lockRunning(tx, steered)
  if (!isPaused) return
  await saveResumed(tx, steered.campaignId, steered.at)
  await deliver(tx, enqueue, steered)
  await note(tx, steered, 'message.resumed')
}

/**
 * Nothing of the rest is handed over, for good. The workers skip it, batch by batch and by the same books as ever, so that
 * what a gateway may have already is asked about first.
 */
export async function cancelCampaign(tx: Tx, enqueue: Enqueue, steered: Steered): Promise<void> {
  const { isCancelled, isFinished } = await lockKnown(tx, steered)
  if (isCancelled) return
  if (isFinished) throw new ApiError('message_over')
  await saveCancelled(tx, steered.campaignId, steered.at)
  await deliver(tx, enqueue, steered)
  await note(tx, steered, 'message.cancelled')
}

async function lockKnown(tx: Tx, { channel, campaignId }: Steered): Promise<Steering> {
  const steering = await lockSteering(tx, channel, campaignId)
  if (!steering) throw new ApiError('not_found')
  return steering
}

async function lockRunning(tx: Tx, steered: Steered): Promise<Steering> {
  const steering = await lockKnown(tx, steered)
  if (steering.isFinished || steering.isCancelled) throw new ApiError('message_over')
  return steering
}

const deliver = (tx: Tx, enqueue: Enqueue, { tenantId, campaignId }: Steered): Promise<void> =>
  enqueueDelivery(tx, enqueue, { tenantId, campaignId, purpose: 'bulk' })

const note = (tx: Tx, { tenantId, campaignId, actor, at }: Steered, act: AuditAct): Promise<void> =>
  audit(tx, tenantId, actor, { act, subjectId: campaignId, details: {}, at })
