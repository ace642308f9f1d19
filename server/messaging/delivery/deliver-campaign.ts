import type { TenantId } from '#server/platform/database/index.ts'
import type { House } from '#server/platform/house.ts'
import { GatewayBusy, type Gateway, type GatewayAnswer, type OutgoingSms } from '../gateways/gateway.ts'
import {
  claimAbandonedBatch,
  claimNewBatch,
  finishBatch,
  freeBatch,
  hasUnfinishedBatches,
  selectCampaignText,
  type Batch,
} from './batch-store.ts'
import { deliverCampaignJob } from './delivery-job.ts'
import type { Delivery } from './delivery.ts'
import type { Outcome } from './outcome-store.ts'
import { prepareBatch, type PreparedBatch } from './prepare-batch.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { readReference } from './reference.ts'

/** After so many batches the job goes to the back of the queue: one church's large send starves nobody. */
const BATCHES_A_TURN = 10
const LOOK_AGAIN_SECONDS = 15
/** When a gateway has not answered for this long, what it never confirmed is shown as unknown. */
const GIVE_UP_AFTER_MS = 3 * 60 * 60 * 1000

/**
 * Hands one campaign to its gateway, batch by batch: take a batch, commit, call the gateway with a reference for each
 * message, record its answers, commit. A batch that was taken and never recorded is asked about before it is sent again.
 */
export async function deliverCampaign(
  house: House,
  gatewayOf: (name: string) => Gateway,
  { tenantId, campaignId }: { tenantId: TenantId; campaignId: string },
  signal: AbortSignal,
): Promise<void> {
  const campaign = await house.database.withTenant(tenantId, (tx) => selectCampaignText(tx, campaignId))
  if (!campaign) return
  const delivery: Delivery = { house, gateway: gatewayOf(campaign.gateway), tenantId, campaign }
  for (let turn = 0; turn < BATCHES_A_TURN && !signal.aborted; turn++) {
    const claimed = await claimBatch(delivery)
    if (!claimed) return lookAgainLater(delivery)
    const pauseSeconds = await deliverBatch(delivery, claimed)
    if (pauseSeconds > 0) return again(delivery, pauseSeconds)
  }
  await again(delivery)
}

type Claimed = { batch: Batch; isAbandoned: boolean }

async function claimBatch({ house, tenantId, campaign }: Delivery): Promise<Claimed | null> {
  const at = house.clock.now()
  return house.database.withTenant(tenantId, async (tx) => {
    const abandoned = await claimAbandonedBatch(tx, campaign.id, at)
    if (abandoned) return { batch: abandoned, isAbandoned: true }
    const fresh = await claimNewBatch(tx, tenantId, campaign.id, at)
    return fresh && { batch: fresh, isAbandoned: false }
  })
}

/** Answers for how many seconds the gateway wants to be left alone. */
async function deliverBatch(delivery: Delivery, { batch, isAbandoned }: Claimed): Promise<number> {
  const prepared = await prepareBatch(delivery, batch)
  let answers: GatewayAnswer[]
  try {
    answers = await askGateway(delivery.gateway, prepared.messages, isAbandoned)
  } catch (error) {
    if (isTooOld(delivery, batch)) {
      await record(delivery, batch, unknownOutcomes(prepared))
      return 0
    }
    await delivery.house.database.withTenant(delivery.tenantId, (tx) => freeBatch(tx, delivery.campaign.id, batch))
    if (error instanceof GatewayBusy) return error.seconds
    throw error
  }
  await record(delivery, batch, [...prepared.skipped, ...answers.map(outcomeOf)])
  return 0
}

/** A batch that somebody began may have been accepted: the gateway is asked first, and only strangers are submitted. */
async function askGateway(gateway: Gateway, messages: OutgoingSms[], isAbandoned: boolean): Promise<GatewayAnswer[]> {
  if (messages.length === 0) return []
  if (!isAbandoned) return gateway.submit(messages)
  const known = (await gateway.lookUp(messages.map((message) => message.reference))).filter(
    ({ status }) => status !== 'unknown',
  )
  const answered = new Set(known.map(({ reference }) => reference))
  const strangers = messages.filter(({ reference }) => !answered.has(reference))
  return strangers.length > 0 ? [...known, ...(await gateway.submit(strangers))] : known
}

async function record({ house, tenantId, campaign }: Delivery, batch: Batch, outcomes: Outcome[]): Promise<void> {
  const at = house.clock.now()
  await house.database.withTenant(tenantId, async (tx) => {
    if (await finishBatch(tx, campaign.id, batch, at)) await recordOutcomes(tx, tenantId, campaign.id, outcomes, at)
  })
}

function outcomeOf({ reference, status, reason }: GatewayAnswer): Outcome {
  const position = readReference(reference)?.position ?? 0
  if (status === 'accepted') return { position, state: 'sent', accepted: true, reason: null }
  if (status === 'rejected') return { position, state: 'failed', accepted: false, reason: reason ?? 'refused' }
  return { position, state: 'unknown', accepted: true, reason: 'no_answer' }
}

const isTooOld = ({ house }: Delivery, batch: Batch): boolean =>
  house.clock.now().getTime() - batch.claimedAt.getTime() > GIVE_UP_AFTER_MS

/** Perhaps sent, so charged like sent ones; a receipt that says otherwise brings the units back. */
const unknownOutcomes = ({ messages, skipped }: PreparedBatch): Outcome[] => [
  ...skipped,
  ...messages.map(({ reference }) => outcomeOf({ reference, status: 'unknown', reason: null })),
]

async function lookAgainLater(delivery: Delivery): Promise<void> {
  const { house, tenantId, campaign } = delivery
  const isWaiting = await house.database.withTenant(tenantId, (tx) => hasUnfinishedBatches(tx, campaign.id))
  if (isWaiting) await again(delivery, LOOK_AGAIN_SECONDS)
}

async function again({ house, tenantId, campaign }: Delivery, seconds?: number): Promise<void> {
  await house.database.withTenant(tenantId, (tx) =>
    house.enqueue(
      tx,
      deliverCampaignJob,
      { tenantId, campaignId: campaign.id },
      seconds === undefined ? {} : { startAfter: seconds },
    ),
  )
}
