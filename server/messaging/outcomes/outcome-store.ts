import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type OutcomeState = 'sent' | 'delivered' | 'failed' | 'unknown' | 'skipped'
/** What became of one recipient. `accepted`: the gateway took the message, so it is charged. */
export type Outcome = { position: number; state: OutcomeState; accepted: boolean; reason: string | null }

export type CampaignBooks = {
  id: string
  queued: number
  rateNumerator: number
  rateDenominator: number
  returnsUndelivered: boolean
  segmentsAccepted: number
  segmentsReturned: number
  unitsHeld: number
  unitsPosted: number
  unitsReturned: number
  isFinished: boolean
}

/** Locks the campaign: outcomes of one campaign are booked one after the other. */
export async function lockCampaign(tx: Tx, campaignId: string): Promise<void> {
  await sql`select from sms_campaign where id = ${campaignId} for update`.execute(tx)
}

/**
 * Writes outcomes and moves the campaign's counters by what really changed. A state only moves forward (queued, unknown,
 * sent, then delivered or failed), so that repeated and reordered reports change nothing.
 */
export async function writeOutcomes(tx: Tx, campaignId: string, outcomes: Outcome[], at: Date): Promise<void> {
  await sql`
    with given as (
      select distinct on (position) * from unnest(
        ${outcomes.map((o) => o.position)}::int[], ${outcomes.map((o) => o.state)}::text[],
        ${outcomes.map((o) => o.accepted)}::boolean[], ${outcomes.map((o) => o.reason)}::text[]
      ) with ordinality as g (position, state, accepted, reason, nth)
      order by position, array_position('{delivered,failed,skipped,sent,unknown}'::text[], state), nth
    ),
    before as (
      select r.position, r.state, r.accepted, r.segments from sms_recipient r
      where r.campaign_id = ${campaignId} and r.position in (select position from given)
    ),
    changed as (
      update sms_recipient r set state = g.state, accepted = r.accepted or g.accepted, reason = g.reason, changed_at = ${at}
      from given g
      where r.campaign_id = ${campaignId} and r.position = g.position
        and array_position('{queued,unknown,sent,delivered}'::text[], r.state)
          < coalesce(array_position('{queued,unknown,sent,delivered}'::text[], g.state), 4)
      returning r.position, r.state, r.accepted
    ),
    moved as (
      select
        count(*) filter (where c.state = 'sent') - count(*) filter (where b.state = 'sent') as sent,
        count(*) filter (where c.state = 'delivered') as delivered,
        count(*) filter (where c.state = 'failed') as failed,
        count(*) filter (where c.state = 'skipped') as skipped,
        count(*) filter (where c.state = 'unknown') - count(*) filter (where b.state = 'unknown') as unknown,
        count(*) filter (where b.state = 'queued') as answered,
        coalesce(sum(b.segments) filter (where c.accepted and not b.accepted), 0) as accepted,
        coalesce(sum(b.segments) filter (where c.accepted and c.state = 'failed'), 0) as undelivered
      from changed c join before b using (position)
    )
    update sms_campaign k set
      queued = k.queued - moved.answered, sent = k.sent + moved.sent, delivered = k.delivered + moved.delivered,
      failed = k.failed + moved.failed, skipped = k.skipped + moved.skipped, unknown = k.unknown + moved.unknown,
      segments_accepted = k.segments_accepted + moved.accepted,
      segments_returned = k.segments_returned + case when k.returns_undelivered then moved.undelivered else 0 end
    from moved where k.id = ${campaignId}`.execute(tx)
}

export async function selectBooks(tx: Tx, campaignId: string): Promise<CampaignBooks> {
  const { rows } = await sql<CampaignBooks>`
    select id, queued, rate_numerator as "rateNumerator", rate_denominator as "rateDenominator",
      returns_undelivered as "returnsUndelivered", segments_accepted as "segmentsAccepted",
      segments_returned as "segmentsReturned", units_held as "unitsHeld", units_posted as "unitsPosted",
      units_returned as "unitsReturned", finished_at is not null as "isFinished"
    from sms_campaign where id = ${campaignId}`.execute(tx)
  return rows[0] as CampaignBooks
}

/** A notice that is answered loses its text, which may hold a code or a child’s name: nobody needs it any more. */
export async function saveBooks(
  tx: Tx,
  campaignId: string,
  books: { unitsPosted: number; unitsReturned: number; finishedAt: Date | null },
): Promise<void> {
  await sql`
    update sms_campaign set units_posted = ${books.unitsPosted}, units_returned = ${books.unitsReturned},
      finished_at = coalesce(finished_at, ${books.finishedAt}::timestamptz),
      message = case when purpose = 'notice' and ${books.finishedAt}::timestamptz is not null then '' else message end
    where id = ${campaignId}`.execute(tx)
}
