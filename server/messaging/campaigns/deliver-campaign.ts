import { isComing } from '../../platform/jobs/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Gateway } from '../gateways/index.ts'
import { deliverBatch, type Claimed, type Delivery } from './deliver-batch.ts'
import { deliverCampaignJob, enqueueDelivery } from './delivery-job.ts'
import {
  claimAbandonedBatch,
  claimNewBatch,
  enlistCampaign,
  lockRest,
  selectCampaignText,
  type Batch,
} from './delivery-store.ts'
import type { Writings } from './prepare-batch.ts'
import { lockCampaign } from './outcome-store.ts'

/** After so many messages the job goes to the back of the queue: one church's large send starves nobody. */
const MESSAGES_A_TURN = 5_000
/** Where a hand-over is small, so many are under way at once: the one sends while the other writes down. */
const LANES = 4
const LARGE_BATCH = 500
const LOOK_AGAIN_SECONDS = 15

type Delivering = { tenantId: TenantId; campaignId: string; askFirst?: boolean | undefined; writings?: Writings }

/** Why a turn ended: it was long enough, nothing was left, something failed, or the gateway wants a pause. */
type End = 'turn' | 'empty' | 'failed' | { pauseSeconds: number }

/**
 * Hands one campaign to its gateway, batch by batch: take a batch, commit, call the gateway with a reference for each
 * message, record its answers, commit. A batch that was taken and never recorded is asked about before it is sent again.
 */
export async function deliverCampaign(
  context: AppContext,
  gatewayOf: (name: string) => Gateway,
  { tenantId, campaignId, askFirst = false, writings = {} }: Delivering,
  signal: AbortSignal,
): Promise<void> {
  const campaign = await context.database.withTenant(tenantId, (tx) => selectCampaignText(tx, campaignId))
  if (!campaign) return
  const delivery: Delivery = { context, gatewayOf, writings, tenantId, campaign, askFirst }
  // The smallest that any of its gateways takes at once.
  const size = Math.min(...[campaign, ...campaign.parts].map(({ gateway }) => gatewayOf(gateway).batch))
  const lanes: Promise<void>[] = []
  let left = MESSAGES_A_TURN
  let end: End = 'turn'
  const lane = async (): Promise<void> => {
    while (left > 0 && end === 'turn' && !signal.aborted) {
      left -= size
      const claimed = await claimBatch(delivery, size)
      if (claimed && lanes.length < lanesFor(size) && isFull(claimed.batch, size)) open()
      const pauseSeconds = claimed ? await deliverBatch(delivery, claimed) : 0
      if (!claimed && end === 'turn') end = 'empty'
      if (pauseSeconds > 0) end = { pauseSeconds }
    }
  }
  const failures: unknown[] = []
  const open = (): void => {
    const failed = (failure: unknown): void => {
      end = 'failed'
      failures.push(failure)
    }
    lanes.push(lane().catch(failed))
  }
  open()
  for (const opened of lanes) await opened
  if (failures.length > 0) throw failures[0]
  await endTurn(delivery, end)
}

/** A small hand-over leaves time for others while its answers are written down. */
const lanesFor = (size: number): number => (size < LARGE_BATCH ? LANES : 1)

/** There may be more behind it. */
const isFull = ({ firstPosition, lastPosition }: Batch, size: number): boolean =>
  lastPosition - firstPosition + 1 >= size

async function claimBatch({ context, tenantId, campaign, askFirst }: Delivery, size: number): Promise<Claimed | null> {
  const at = context.clock.now()
  return context.database.withTenant(tenantId, async (tx) => {
    const abandoned = await claimAbandonedBatch(tx, campaign.id, at)
    if (abandoned) return { batch: abandoned, isBegun: askFirst || !abandoned.hasWaited }
    const fresh = await claimNewBatch(tx, tenantId, campaign.id, { size, at })
    if (fresh?.firstPosition === 1) await enlistCampaign(tx, campaign.id)
    return fresh && { batch: fresh, isBegun: askFirst }
  })
}

function endTurn(delivery: Delivery, end: End): Promise<void> {
  if (end === 'empty') return lookAgainLater(delivery)
  return again(delivery, typeof end === 'object' ? end.pauseSeconds : 0)
}

/** Nothing can be taken now: somebody else is at work, or what is left waits for its hours. */
async function lookAgainLater(delivery: Delivery): Promise<void> {
  const { context, tenantId, campaign } = delivery
  await context.database.withTenant(tenantId, async (tx) => {
    const rest = await lockRest(tx, campaign.id)
    if (!rest) return
    const { waitsUntil } = rest
    await goOn(tx, delivery, waitsUntil ? secondsUntil(waitsUntil, context.clock.now()) : LOOK_AGAIN_SECONDS)
  })
}

const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

const again = (delivery: Delivery, seconds: number): Promise<void> =>
  delivery.context.database.withTenant(delivery.tenantId, async (tx) => {
    await lockCampaign(tx, delivery.campaign.id)
    await goOn(tx, delivery, seconds)
  })

/** Whoever lets a campaign go on after a pause brings a job along: where one comes by then already, that one will do. */
async function goOn(tx: Tx, { context, tenantId, campaign, askFirst }: Delivery, seconds: number): Promise<void> {
  const sameJob = { tenantId, campaignId: campaign.id, ...(askFirst ? { askFirst } : {}) }
  if (await isComing(tx, deliverCampaignJob, sameJob, seconds)) return
  await enqueueDelivery(tx, context.enqueue, { ...sameJob, purpose: campaign.purpose, seconds })
}
