import { unitsForAll, type Rate } from './rate.ts'
import type { Channel } from '../../people/index.ts'
import { announcement } from '../../platform/announcements.ts'
import { lockUnits, postUnits, releaseUnits, returnUnits } from '../../billing/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import {
  lockCampaign,
  saveBooks,
  selectBooks,
  writeOutcomes,
  type CampaignBooks,
  type PartBooks,
  type Outcome,
} from './outcome-store.ts'

/** What became of recipients, said in the transaction that writes it down; also what was known already. */
export const outcomesRecorded = announcement<{
  tenantId: string
  campaignId: string
  channel: Channel
  outcomes: readonly Outcome[]
  at: Date
}>()

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
  if (outcomes.length > 0)
    await outcomesRecorded.announce(tx, { tenantId, campaignId, channel: books.channel, outcomes, at })
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
  const parts = books.parts.length > 0 ? books.parts : [books]
  const posted = unitsForAll(parts.map((part) => ({ segments: part.segmentsAccepted, rate: rateOf(part) })))
  const isOver = books.queued === 0
  const kept = unitsForAll(
    parts.map((part) => ({ segments: part.segmentsAccepted - part.segmentsReturned, rate: rateOf(part) })),
  )
  return { posted, returned: isOver ? posted - kept : books.unitsReturned, isOver }
}

const rateOf = ({ rateNumerator, rateDenominator, rateFree = null }: PartBooks): Rate => ({
  numerator: rateNumerator,
  denominator: rateDenominator,
  free: rateFree,
})

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
