import { lockUnits, postUnits, releaseUnits, returnUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  lockCampaign,
  saveBooks,
  selectBooks,
  writeOutcomes,
  type CampaignBooks,
  type Outcome,
  selectChurchesOf,
} from './outcome-store.ts'
import { smsReceipts } from '#contract/messaging/receipts.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import type { Gateways, Receipt } from '../gateways/index.ts'
import { readReference } from './ask-gateway.ts'

/**
 * Records what became of recipients and books the units that follow from it: what was accepted is spent, what was never
 * taken is released when nothing is queued any more, and what was not delivered comes back if the route says so.
 */
export async function recordOutcomes(
  tx: Tx,
  { tenantId, campaignId }: { tenantId: string; campaignId: string },
  outcomes: Outcome[],
  at: Date,
): Promise<void> {
  await lockCampaign(tx, campaignId)
  if (outcomes.length > 0) await writeOutcomes(tx, campaignId, outcomes, at)
  const books = await selectBooks(tx, campaignId)
  const { posted, returned, isOver } = unitsDue(books)
  const reference = (units: number): string => `${campaignId}:${units}`
  await lockUnits(tx, tenantId)
  await postUnits(tx, tenantId, { units: posted - books.unitsPosted, reference: reference(posted), at })
  if (isOver && !books.isFinished)
    await releaseUnits(tx, tenantId, { units: books.unitsHeld - posted, reference: campaignId, at })
  await returnUnits(tx, tenantId, { units: returned - books.unitsReturned, reference: reference(returned), at })
  const reportsDueAt = isOver && !books.isFinished ? firstReportsDue(at) : null
  const finishedAt = isOver ? at : null
  await saveBooks(tx, campaignId, { unitsPosted: posted, unitsReturned: returned, finishedAt, reportsDueAt })
}

/**
 * Units spent and given back so far. Both are computed from totals, so that rounding happens once. Nothing is given back
 * before the last message was answered: until then the total is not known and the rounding could turn.
 */
export function unitsDue(books: CampaignBooks): { posted: number; returned: number; isOver: boolean } {
  const rate = { numerator: books.rateNumerator, denominator: books.rateDenominator }
  const posted = unitsFor(books.segmentsAccepted, rate)
  const isOver = books.queued === 0
  const kept = unitsFor(books.segmentsAccepted - books.segmentsReturned, rate)
  return { posted, returned: isOver ? posted - kept : books.unitsReturned, isOver }
}

/** What a segment costs on a route, as an exact fraction of a unit. */
export type Rate = { numerator: number; denominator: number }

/** Units for so many segments: multiplied exactly, rounded up once for the whole campaign. */
export function unitsFor(segments: number, { numerator, denominator }: Rate): number {
  const product = BigInt(segments) * BigInt(numerator)
  const divisor = BigInt(denominator)
  return Number((product + divisor - 1n) / divisor)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long after a send was handed over its gateway is asked for receipts that have not come. */
const ASKED_AFTER_MS = [10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 72 * HOUR_MS]
const LAST_MS = 72 * HOUR_MS
const PAST_HOPE_MS = 96 * HOUR_MS

const firstReportsDue = (finishedAt: Date): Date => new Date(finishedAt.getTime() + 10 * MINUTE_MS)

/** When it is asked next, as of `at`; null: it has been asked for the last time. */
export function nextReportsDue(finishedAt: Date, at: Date): Date | null {
  const next = ASKED_AFTER_MS.find((after) => finishedAt.getTime() + after > at.getTime())
  return next === undefined ? null : new Date(finishedAt.getTime() + next)
}

/** Whether nobody waits any longer: networks keep what they know for three days. */
export const isLastAsking = (finishedAt: Date, at: Date): boolean => at.getTime() - finishedAt.getTime() >= LAST_MS

/** Whether a gateway that does not even answer is asked no more. */
export const isPastHope = (finishedAt: Date, at: Date): boolean => at.getTime() - finishedAt.getTime() >= PAST_HOPE_MS

/** Books delivery receipts, campaign by campaign. References that are not ours are passed over. */
export async function receiveReceipts({ database }: AppContext, receipts: Receipt[], at: Date): Promise<void> {
  const byCampaign = new Map<string, Outcome[]>()
  for (const receipt of receipts) {
    const reference = readReference(receipt.reference)
    if (!reference) continue
    const outcomes = byCampaign.get(reference.campaignId) ?? []
    outcomes.push({ position: reference.position, state: receipt.state, accepted: true, reason: receipt.reason })
    byCampaign.set(reference.campaignId, outcomes)
  }
  const churches = await database.withoutTenant((tx) => selectChurchesOf(tx, [...byCampaign.keys()]))
  for (const [campaignId, outcomes] of byCampaign) {
    const tenantId = churches.get(campaignId)
    if (tenantId)
      await database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId }, outcomes, at))
  }
}

export function receiptRoutes(serve: Serve, context: AppContext, gateways: Gateways): void {
  serve(smsReceipts, async ({ params, request, at }) => {
    const gateway = gateways.find(params.gateway)
    if (!gateway) throw new ApiError('not_found')
    const { rawBody } = request
    const receipts = rawBody ? gateway.readReceipts({ rawBody, headers: request.headers, at }) : 'unsigned'
    if (receipts === 'unsigned') throw new ApiError('bad_signature')
    if (receipts === 'unreadable') throw new ApiError('invalid_input')
    await receiveReceipts(context, receipts, at)
    return { received: receipts.length }
  })
}
