import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId } from '../../platform/database/index.ts'
import { GatewayBusy, GatewayClosed, type Gateway } from '../gateways/index.ts'
import { leavesAt } from '../routes/index.ts'
import {
  askGateway,
  referencesOf,
  skippedOutcome,
  unknownOutcome,
  unsentOutcome,
  type PreparedBatch,
} from './ask-gateway.ts'
import {
  enlistMessages,
  finishBatch,
  giveBackBatch,
  holdBatch,
  letBatchWait,
  moveBatch,
  ofBatch,
  saveTakers,
  selectCampaignText,
  type Batch,
  type CampaignText,
} from './delivery-store.ts'
import type { Outcome } from './outcome-store.ts'
import { campaignHours, prepareBatch, without, writeText, type Writings } from './prepare-batch.ts'
import { recordOutcomes } from './record-outcomes.ts'

const HOUR_MS = 60 * 60 * 1000
/** A gateway that may have accepted messages and tells nothing for so long: they are shown as unknown. */
const UNKNOWN_AFTER_MS = 3 * HOUR_MS
/** A message that could have left and did not for a day is no longer what its sender meant. */
const UNSENT_AFTER_MS = 24 * HOUR_MS

/** One campaign on its way through the gateways of its route. */
export type Delivery = {
  context: AppContext
  gatewayOf: (name: string) => Gateway
  /** Of channels whose messages are more than a text. */
  writings: Writings
  tenantId: TenantId
  campaign: CampaignText
  /** Its records may be older than what the gateway has: nothing is submitted before the gateway was asked. */
  askFirst: boolean
}

/** A batch that this worker took. `isBegun`: a gateway may know of it already. */
export type Claimed = { batch: Batch; isBegun: boolean }

/** Answers for how many seconds the gateway wants to be left alone. */
export async function deliverBatch(whole: Delivery, { batch, isBegun }: Claimed, hasMoved = false): Promise<number> {
  const delivery: Delivery = { ...whole, campaign: ofBatch(whole.campaign, batch) }
  const doubtedSince = delivery.askFirst ? delivery.campaign.freeSince : batch.unsureSince
  const prepared = await prepare(delivery, batch, doubtedSince)
  const name = batch.gateway ?? delivery.campaign.gateway
  const attempt = await askGateway(delivery.gatewayOf(name), prepared, { isBegun, isUnsure: doubtedSince !== null })
  if (!attempt.failed) {
    await record(delivery, batch, { ...attempt, name, rest: (attempt.someWait && prepared.until) || 'none' })
    return 0
  }
  if (attempt.outcomes.length > 0) await record(delivery, batch, { ...attempt, name, rest: 'open' })
  const { failure, maybeAccepted } = attempt.failed
  const other = maybeAccepted || !(failure instanceof GatewayClosed) ? null : otherGateway(delivery, batch)
  if (other !== null && !hasMoved) return deliverElsewhere(delivery, batch, other)
  const open = without(prepared, attempt.outcomes)
  const last = await lastWord(delivery, { batch, prepared: open, failure, maybeAccepted })
  if (last) {
    await record(delivery, batch, { outcomes: last.outcomes, ids: [], name, rest: last.waitUntil ?? 'none' })
    return 0
  }
  await giveBack(delivery, batch, maybeAccepted)
  if (failure instanceof GatewayBusy) return failure.seconds
  throw failure
}

function prepare(
  { context, tenantId, campaign, writings }: Delivery,
  batch: Batch,
  doubtedSince: Date | null,
): Promise<PreparedBatch> {
  return context.database.withTenant(tenantId, async (tx) => {
    // As it stands now: it may have been cancelled since this turn began.
    const now = (await selectCampaignText(tx, campaign.id)) ?? campaign
    return prepareBatch(tx, ofBatch(now, batch), batch, {
      at: context.clock.now(),
      doubtedSince,
      secretKey: context.config.secretKey,
      writing: writings[now.channel] ?? writeText,
    })
  })
}

/** The other gateway of the route; null: it has one only. */
function otherGateway({ campaign: { gateway, fallbackGateway } }: Delivery, batch: Batch): string | null {
  return (batch.gateway ?? gateway) === gateway ? fallbackGateway : gateway
}

/** The gateway surely has nothing of what is left: the other one gets it, which is written down before it is called. */
async function deliverElsewhere(delivery: Delivery, batch: Batch, gateway: string): Promise<number> {
  const { context, tenantId, campaign, askFirst } = delivery
  const moved = await context.database.withTenant(tenantId, (tx) => moveBatch(tx, campaign.id, batch, gateway))
  const there = { batch: { ...batch, gateway, unsureSince: null }, isBegun: askFirst }
  return moved ? deliverBatch(delivery, there, true) : 0
}

type Failed = { batch: Batch; prepared: PreparedBatch; failure: unknown; maybeAccepted: boolean }
/** What became of a batch, and until when what is left of it waits; null: nothing is left. */
type LastWord = { outcomes: Outcome[]; waitUntil: Date | null }

/** What to record when trying again has lasted long enough; null while it has not. */
async function lastWord(
  delivery: Delivery,
  { batch, prepared, failure, maybeAccepted }: Failed,
): Promise<LastWord | null> {
  const now = delivery.context.clock.now().getTime()
  const { freeSince } = delivery.campaign
  if (maybeAccepted) {
    const unsureSince = Math.max(batch.unsureSince?.getTime() ?? now, freeSince.getTime())
    if (now - unsureSince <= UNKNOWN_AFTER_MS || failure instanceof GatewayBusy) return null
    const unknown = referencesOf(prepared).map(unknownOutcome)
    const { skipped, until } = without(prepared, unknown)
    return { outcomes: [...unknown, ...skipped.map(skippedOutcome)], waitUntil: until }
  }
  if (now - freeSince.getTime() <= UNSENT_AFTER_MS || now - (await couldLeave(delivery, prepared)) <= UNSENT_AFTER_MS)
    return null
  const unsent = prepared.messages.map(({ reference }) => unsentOutcome(reference))
  return { outcomes: [...unsent, ...prepared.skipped.map(skippedOutcome)], waitUntil: prepared.until }
}

/** Since when all of these messages could have left, in the hours of their countries. */
async function couldLeave(
  { context, tenantId, campaign }: Delivery,
  { messages, freeSince }: PreparedBatch,
): Promise<number> {
  const hours = await context.database.withTenant(tenantId, (tx) => campaignHours(tx, campaign))
  const instants = messages.map(({ permit }) => leavesAt(hours, permit.address, freeSince).getTime())
  return Math.max(freeSince.getTime(), ...instants)
}

type Recording = {
  outcomes: Outcome[]
  ids: { position: number; id: string }[]
  /** Of the gateway that answered so. */
  name: string
  /** What is not answered: nothing, what this worker goes on with, or what waits until then. */
  rest: 'none' | 'open' | Date
}

/** Books what was answered; nothing where somebody else has taken the batch over in the meantime. */
async function record(delivery: Delivery, batch: Batch, recording: Recording): Promise<void> {
  const { context, tenantId, campaign } = delivery
  const { outcomes, rest } = recording
  const at = context.clock.now()
  const takers = takersIn(delivery, recording)
  await context.database.withTenant(tenantId, async (tx) => {
    const isOurs =
      rest instanceof Date
        ? await letBatchWait(tx, campaign.id, batch, rest)
        : await (rest === 'open' ? holdBatch(tx, campaign.id, batch) : finishBatch(tx, campaign.id, batch, at))
    if (!isOurs) return
    await recordOutcomes(tx, { tenantId, campaignId: campaign.id }, outcomes, at)
    if (takers.length > 0) await saveTakers(tx, campaign.id, takers)
    const ids = takers.flatMap(({ id }) => id ?? [])
    if (ids.length > 0) await enlistMessages(tx, recording.name, ids, at)
  })
}

/** Which gateway took messages, where that was not the campaign's first, and what it calls them. */
function takersIn({ campaign }: Delivery, { outcomes, ids, name }: Recording) {
  const gateway = name === campaign.firstGateway ? null : name
  const idAt = new Map(ids.map(({ position, id }) => [position, id]))
  return outcomes
    .filter(({ position, accepted }) => accepted && (gateway !== null || idAt.has(position)))
    .map(({ position }) => ({ position, gateway, id: idAt.get(position) ?? null }))
}

const giveBack = ({ context, tenantId, campaign }: Delivery, batch: Batch, maybeAccepted: boolean): Promise<void> =>
  context.database.withTenant(tenantId, (tx) => giveBackBatch(tx, campaign.id, batch, maybeAccepted))
