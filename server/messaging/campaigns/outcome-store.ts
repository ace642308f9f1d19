import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type OutcomeState = 'sent' | 'no_report' | 'delivered' | 'failed' | 'unknown' | 'skipped'
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
 * sent, without a report, then delivered or failed), so that repeated and reordered reports change nothing.
 */
export async function writeOutcomes(tx: Tx, campaignId: string, outcomes: Outcome[], at: Date): Promise<void> {
  await sql`
    with given as (
      select distinct on (position) * from unnest(
        ${outcomes.map((o) => o.position)}::int[], ${outcomes.map((o) => o.state)}::text[],
        ${outcomes.map((o) => o.accepted)}::boolean[], ${outcomes.map((o) => o.reason)}::text[]
      ) with ordinality as g (position, state, accepted, reason, nth)
      order by position, array_position('{delivered,failed,skipped,no_report,sent,unknown}'::text[], state), nth
    ),
    before as (
      select r.position, r.state, r.accepted, r.segments from sms_recipient r
      where r.campaign_id = ${campaignId} and r.position in (select position from given)
    ),
    changed as (
      update sms_recipient r set state = g.state, accepted = r.accepted or g.accepted, reason = g.reason, changed_at = ${at}
      from given g
      where r.campaign_id = ${campaignId} and r.position = g.position
        and array_position('{queued,unknown,sent,no_report,delivered}'::text[], r.state)
          < coalesce(array_position('{queued,unknown,sent,no_report,delivered}'::text[], g.state), 5)
      returning r.position, r.state, r.accepted
    ),
    moved as (
      select
        count(*) filter (where c.state = 'sent') - count(*) filter (where b.state = 'sent') as sent,
        count(*) filter (where c.state = 'no_report') - count(*) filter (where b.state = 'no_report') as no_report,
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
      queued = k.queued - moved.answered, sent = k.sent + moved.sent, no_report = k.no_report + moved.no_report, delivered = k.delivered + moved.delivered,
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
  books: { unitsPosted: number; unitsReturned: number; finishedAt: Date | null; reportsDueAt: Date | null },
): Promise<void> {
  await sql`
    update sms_campaign set units_posted = ${books.unitsPosted}, units_returned = ${books.unitsReturned},
      finished_at = coalesce(finished_at, ${books.finishedAt}::timestamptz),
      reports_due_at = case when sent + unknown = 0 then null else coalesce(reports_due_at, ${books.reportsDueAt}::timestamptz) end,
      message = case when purpose = 'notice' and ${books.finishedAt}::timestamptz is not null then '' else message end
    where id = ${campaignId}`.execute(tx)
}

/** Finished sends whose gateway is to be asked for receipts by now, of every church. */
export async function selectReportsDue(tx: Tx, at: Date): Promise<{ tenantId: string; campaignId: string }[]> {
  const { rows } = await sql<{ tenantId: string; campaignId: string }>`
    select tenant_id as "tenantId", campaign_id as "campaignId" from find_campaigns_without_reports(${at})`.execute(tx)
  return rows
}

/** A finished send that waits for receipts; null: for none any more. */
export async function selectAwaited(tx: Tx, campaignId: string): Promise<{ gateway: string; finishedAt: Date } | null> {
  const { rows } = await sql<{ gateway: string; finishedAt: Date }>`
    select gateway, finished_at as "finishedAt" from sms_campaign
    where id = ${campaignId} and reports_due_at is not null and finished_at is not null`.execute(tx)
  return rows[0] ?? null
}

/** Recipients without a receipt behind a position, in their order. */
export async function selectWithoutReceipt(
  tx: Tx,
  campaignId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ position: number; state: 'sent' | 'unknown' }[]> {
  const { rows } = await sql<{ position: number; state: 'sent' | 'unknown' }>`
    select position, state from sms_recipient
    where campaign_id = ${campaignId} and position > ${after} and state in ('sent', 'unknown')
    order by position limit ${limit}`.execute(tx)
  return rows
}

/** When the gateway is asked again; null: never. */
export async function saveReportsDue(tx: Tx, campaignId: string, dueAt: Date | null): Promise<void> {
  await sql`
    update sms_campaign set reports_due_at = case when sent + unknown = 0 then null else ${dueAt}::timestamptz end
    where id = ${campaignId}`.execute(tx)
}

/** Which church each of these campaigns is of. */
export async function selectChurchesOf(tx: Tx, campaignIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ campaign_id: string; tenant_id: string }>`
    select campaign_id, tenant_id from find_campaign_churches(${campaignIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.campaign_id, row.tenant_id]))
}
