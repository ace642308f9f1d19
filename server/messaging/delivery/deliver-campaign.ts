import type { TenantId } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { GatewayBusy, type Gateway } from '../gateways/gateway.ts'
import { askGateway, unknownOutcome, unsentOutcome } from './ask-gateway.ts'
import {
  claimAbandonedBatch,
  claimNewBatch,
  finishBatch,
  giveBackBatch,
  hasUnfinishedBatches,
  type Batch,
} from './batch-store.ts'
import { selectCampaignText } from './campaign-store.ts'
import { deliverCampaignJob } from './delivery-job.ts'
import type { Delivery } from './delivery.ts'
import type { Outcome } from '../outcomes/outcome-store.ts'
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts'
import { recordOutcomes } from '../outcomes/record-outcomes.ts'

/** After so many batches the job goes to the back of the queue: one church's large send starves nobody. */
const BATCHES_A_TURN = 10
const LOOK_AGAIN_SECONDS = 15
const HOUR_MS = 60 * 60 * 1000
/** A gateway that may have accepted messages and tells nothing for so long: they are shown as unknown. */
const UNKNOWN_AFTER_MS = 3 * HOUR_MS
/** A message that could not leave for a day is no longer what its sender meant. */
const UNSENT_AFTER_MS = 24 * HOUR_MS

export type DeliverPayload = { tenantId: TenantId; campaignId: string; askFirst?: boolean | undefined }
type Claimed = { batch: Batch; isBegun: boolean }

/**
 * Hands one campaign to its gateway, batch by batch: take a batch, commit, call the gateway with a reference for each
 * message, record its answers, commit. A batch that was taken and never recorded is asked about before it is sent again.
 */
export async function deliverCampaign(
  context: AppContext,
  gatewayOf: (name: string) => Gateway,
  { tenantId, campaignId, askFirst = false }: DeliverPayload,
  signal: AbortSignal,
): Promise<void> {
  const campaign = await context.database.withTenant(tenantId, (tx) => selectCampaignText(tx, campaignId))
  if (!campaign) return
  const delivery: Delivery = { context, gateway: gatewayOf(campaign.gateway), tenantId, campaign, askFirst }
  for (let turn = 0; turn < BATCHES_A_TURN && !signal.aborted; turn++) {
    const claimed = await claimBatch(delivery)
    if (!claimed) return lookAgainLater(delivery)
    const pauseSeconds = await deliverBatch(delivery, claimed)
    if (pauseSeconds > 0) return again(delivery, pauseSeconds)
  }
  await again(delivery)
}

async function claimBatch({ context, tenantId, campaign, askFirst }: Delivery): Promise<Claimed | null> {
  const at = context.clock.now()
  return context.database.withTenant(tenantId, async (tx) => {
    const abandoned = await claimAbandonedBatch(tx, campaign.id, at)
    if (abandoned) return { batch: abandoned, isBegun: true }
    const fresh = await claimNewBatch(tx, tenantId, campaign.id, at)
    return fresh && { batch: fresh, isBegun: askFirst }
  })
}

/** Answers for how many seconds the gateway wants to be left alone. */
async function deliverBatch(delivery: Delivery, { batch, isBegun }: Claimed): Promise<number> {
  const prepared = await prepareBatch(delivery, batch)
  const attempt = await askGateway(delivery.gateway, prepared, { isBegun, isUnsure: batch.unsureSince !== null })
  if ('outcomes' in attempt) {
    await record(delivery, batch, attempt.outcomes)
    return 0
  }
  const { failure, maybeAccepted } = attempt
  const last = lastWord(delivery, { batch, prepared, failure, maybeAccepted })
  if (last) {
    await record(delivery, batch, last)
    return 0
  }
  await giveBack(delivery, batch, maybeAccepted)
  if (failure instanceof GatewayBusy) return failure.seconds
  throw failure
}

type Failed = { batch: Batch; prepared: PreparedBatch; failure: unknown; maybeAccepted: boolean }

/** What to record when trying again has lasted long enough; null while it has not. */
function lastWord(
  { context, campaign }: Delivery,
  { batch, prepared, failure, maybeAccepted }: Failed,
): Outcome[] | null {
  const now = context.clock.now().getTime()
  const references = [...prepared.messages.map(({ reference }) => reference), ...prepared.refused]
  if (maybeAccepted) {
    const unsureFor = now - (batch.unsureSince?.getTime() ?? now)
    return unsureFor > UNKNOWN_AFTER_MS && !(failure instanceof GatewayBusy) ? references.map(unknownOutcome) : null
  }
  return now - campaign.createdAt.getTime() > UNSENT_AFTER_MS ? references.map(unsentOutcome) : null
}

async function record({ context, tenantId, campaign }: Delivery, batch: Batch, outcomes: Outcome[]): Promise<void> {
  const at = context.clock.now()
  await context.database.withTenant(tenantId, async (tx) => {
    if (await finishBatch(tx, campaign.id, batch, at))
      await recordOutcomes(tx, { tenantId, campaignId: campaign.id }, outcomes, at)
  })
}

function giveBack({ context, tenantId, campaign }: Delivery, batch: Batch, maybeAccepted: boolean): Promise<void> {
  const at = context.clock.now()
  return context.database.withTenant(tenantId, (tx) => giveBackBatch(tx, campaign.id, batch, { maybeAccepted, at }))
}

async function lookAgainLater(delivery: Delivery): Promise<void> {
  const { context, tenantId, campaign } = delivery
  const isWaiting = await context.database.withTenant(tenantId, (tx) => hasUnfinishedBatches(tx, campaign.id))
  if (isWaiting) await again(delivery, LOOK_AGAIN_SECONDS)
}

async function again({ context, tenantId, campaign, askFirst }: Delivery, seconds?: number): Promise<void> {
  const payload = { tenantId, campaignId: campaign.id, ...(askFirst ? { askFirst } : {}) }
  await context.database.withTenant(tenantId, (tx) =>
    context.enqueue(tx, deliverCampaignJob, payload, seconds === undefined ? {} : { startAfter: seconds }),
  )
}
