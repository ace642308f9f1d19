import { lockUnits, postUnits, releaseUnits, returnUnits } from '../../billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import {
  lockCampaign,
  saveBooks,
  selectBooks,
  writeOutcomes,
  type CampaignBooks,
  type Outcome,
} from './outcome-store.ts'
import { unitsFor } from '../sms/price.ts'
import { firstReportsDue } from './reports-due.ts'

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
