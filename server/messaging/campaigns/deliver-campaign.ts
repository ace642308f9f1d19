import { z } from 'zod/mini'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import {
  selectQuietCampaigns,
  claimAbandonedBatch,
  claimNewBatch,
  finishBatch,
  giveBackBatch,
  hasUnfinishedBatches,
  type Batch,
  selectCampaignText,
  selectQueued,
  type CampaignText,
} from './delivery-store.ts'
import { GatewayBusy, type Gateway } from '../gateways/index.ts'
import { askGateway, unknownOutcome, unsentOutcome, referenceOf, type PreparedBatch } from './ask-gateway.ts'
import { deliverCampaignJob } from './take-on-campaign.ts'
import type { Outcome } from './outcome-store.ts'
import { recordOutcomes } from './record-outcomes.ts'
import type { TenantId } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { personalise } from '#contract/messaging/segments.ts'
import { permitted } from '../../people/index.ts'

/** After so many batches the job goes to the back of the queue: one church's large send starves nobody. */
const BATCHES_A_TURN = 10
const LOOK_AGAIN_SECONDS = 15
const HOUR_MS = 60 * 60 * 1000
/** A gateway that may have accepted messages and tells nothing for so long: they are shown as unknown. */
const UNKNOWN_AFTER_MS = 3 * HOUR_MS
/** A message that could not leave for a day is no longer what its sender meant. */
const UNSENT_AFTER_MS = 24 * HOUR_MS

type DeliverPayload = { tenantId: TenantId; campaignId: string; askFirst?: boolean | undefined }
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

/** One campaign on its way through one gateway. */
type Delivery = {
  context: AppContext
  gateway: Gateway
  tenantId: TenantId
  campaign: CampaignText
  /** Its records may be older than what the gateway has: nothing is submitted before the gateway was asked. */
  askFirst: boolean
}

/** Reads a batch and asks consent for each number at this moment. */
async function prepareBatch({ context, tenantId, campaign }: Delivery, batch: Batch): Promise<PreparedBatch> {
  return context.database.withTenant(tenantId, async (tx) => {
    const queued = await selectQueued(tx, campaign.id, batch)
    const addresses = queued.map(({ phone }) => phone)
    const { purpose } = campaign
    const permits = await permitted(tx, { channel: 'sms', addresses, purpose, at: context.clock.now() })
    const permitOf = new Map(permits.map((permit) => [permit.address, permit]))
    const prepared: PreparedBatch = { messages: [], refused: [] }
    for (const { position, phone, firstName } of queued) {
      const reference = referenceOf(campaign.id, position)
      const permit = permitOf.get(phone)
      const text = personalise(campaign.message, firstName, campaign.neutralName)
      if (permit) prepared.messages.push({ reference, from: campaign.senderMask, permit, text })
      else prepared.refused.push(reference)
    }
    return prepared
  })
}

/** Takes up campaigns that no job cares for any more, for example after a restored back-up. */
export const resumeCampaignsJob = defineJob({
  name: 'messaging.resume-campaigns',
  payload: z.object({}),
})

/** Longer than the longest pause between two tries of a delivery job. */
const QUIET_MS = 10 * 60 * 1000

/**
 * Gives a job to every send that lost its own, as after a restored back-up; what it had already handed over may be
 * missing from our records then, so the gateway is asked first.
 */
export async function resumeCampaigns({ database, enqueue, clock }: AppContext): Promise<void> {
  const since = new Date(clock.now().getTime() - QUIET_MS)
  const quiet = await database.withoutTenant((tx) => selectQuietCampaigns(tx, since))
  for (const campaign of quiet)
    await database.withTenant(campaign.tenantId, async (tx) => {
      if (!(await isQueued(tx, deliverCampaignJob, { campaignId: campaign.campaignId })))
        await enqueue(tx, deliverCampaignJob, { ...campaign, askFirst: true })
    })
}
