import { sql } from 'kysely'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { Channel } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'

export type OutcomeState = 'sent' | 'no_report' | 'delivered' | 'failed' | 'unknown' | 'skipped'
/** What became of one recipient. `accepted`: the gateway took the message, so it is charged. `code`: the gateway's own word. */
export type Outcome = {
  position: number
  state: OutcomeState
  accepted: boolean
  reason: DeliveryReason | null
  code: string | null
}

/** What went by one route, and what of it comes back. */
export type PartBooks = {
  rateNumerator: number
  /** Of a channel that is priced by bands. */
  rateFree?: number | null
  rateDenominator: number
  segmentsAccepted: number
  segmentsReturned: number
}

export type CampaignBooks = PartBooks & {
  id: string
  channel: Channel
  queued: number
  returnsUndelivered: boolean
  /** Those of a campaign that goes by several routes; none: by one, whose figures stand beside. */
  parts: PartBooks[]
  unitsHeld: number
  unitsPosted: number
  unitsReturned: number
  isFinished: boolean
}

/**
 * Locks the campaign: outcomes of one campaign are booked one after the other. No campaign is locked more than so far: one that is
 * sent again names it, which is looked at again while units are held, and whoever waits for those may hold it.
 */
export async function lockCampaign(tx: Tx, campaignId: string): Promise<void> {
  await sql`select from campaign where id = ${campaignId} for no key update`.execute(tx)
}

/**
 * Writes outcomes and moves the campaign's counters by what really changed, in a campaign that is locked. A state only moves
 * forward (queued, unknown, sent, without a report, then delivered or failed), so that repeated and reordered reports change
 * nothing. The planner believes of a campaign that has just come that it is tiny, and joined with it goes through all of it
 * for each outcome. So nothing is joined with it: recipients are read once, and written as if they were added once more,
 * which finds each by its key.
 */
export async function writeOutcomes(tx: Tx, campaignId: string, outcomes: Outcome[], at: Date): Promise<void> {
  await sql`
    with given as (
      select distinct on (position) * from unnest(
        ${outcomes.map((o) => o.position)}::int[], ${outcomes.map((o) => o.state)}::text[],
        ${outcomes.map((o) => o.accepted)}::boolean[], ${outcomes.map((o) => o.reason)}::text[],
        ${outcomes.map((o) => o.code)}::text[]
      ) with ordinality as g (position, state, accepted, reason, code, nth)
      order by position, array_position('{delivered,failed,skipped,no_report,sent,unknown}'::text[], state), nth
    ),
    known as materialized (
      select * from campaign_recipient
      where campaign_id = ${campaignId} and position = any (${outcomes.map((o) => o.position)}::int[])
    ),
    moving as materialized (
      select b.tenant_id, b.campaign_id, b.position, b.address, b.segments, b.state as before, b.accepted as was_accepted,
        g.state, b.accepted or g.accepted as accepted, g.reason, g.code
      from given g join known b using (position)
      where array_position('{queued,unknown,sent,no_report,delivered}'::text[], b.state)
        < coalesce(array_position('{queued,unknown,sent,no_report,delivered}'::text[], g.state), 5)
    ),
    written as (
      insert into campaign_recipient as r
        (tenant_id, campaign_id, position, address, segments, state, accepted, reason, code, changed_at)
      select c.tenant_id, m.campaign_id, m.position, m.address, m.segments, m.state, m.accepted, m.reason, m.code, ${at}::timestamptz
      from church c join moving m on m.tenant_id = c.tenant_id
      on conflict (tenant_id, campaign_id, position) do update set state = excluded.state, accepted = excluded.accepted,
        reason = excluded.reason, code = excluded.code, changed_at = excluded.changed_at
    ),
    moved as (
      select
        count(*) filter (where state = 'sent') - count(*) filter (where before = 'sent') as sent,
        count(*) filter (where state = 'no_report') - count(*) filter (where before = 'no_report') as no_report,
        count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'failed' and accepted) as undelivered,
        count(*) filter (where state = 'skipped') as skipped,
        count(*) filter (where state = 'skipped' and reason = 'cancelled') as cancelled,
        count(*) filter (where state = 'unknown') - count(*) filter (where before = 'unknown') as unknown,
        count(*) filter (where before = 'queued') as answered,
        coalesce(sum(segments) filter (where accepted and not was_accepted), 0) as accepted,
        coalesce(sum(segments) filter (where accepted and state = 'failed'), 0) as segments_undelivered
      from moving
    ),
    by_part as (
      select q.first_position, coalesce(sum(m.segments) filter (where m.accepted and not m.was_accepted), 0) as accepted,
        coalesce(sum(m.segments) filter (where m.accepted and m.state = 'failed'), 0) as undelivered
      from moving m
      join campaign_part q on q.campaign_id = ${campaignId} and m.position between q.first_position and q.last_position
      group by q.first_position
    ),
    parts as (
      update campaign_part p set segments_accepted = p.segments_accepted + m.accepted,
        segments_returned = p.segments_returned + case when p.returns_undelivered then m.undelivered else 0 end
      from by_part m where p.campaign_id = ${campaignId} and p.first_position = m.first_position
    )
    update campaign k set
      queued = k.queued - moved.answered, sent = k.sent + moved.sent, no_report = k.no_report + moved.no_report, delivered = k.delivered + moved.delivered,
      failed = k.failed + moved.failed, undelivered = k.undelivered + moved.undelivered, skipped = k.skipped + moved.skipped,
      cancelled = k.cancelled + moved.cancelled, unknown = k.unknown + moved.unknown,
      segments_accepted = k.segments_accepted + moved.accepted,
      segments_returned = k.segments_returned + case when k.returns_undelivered then moved.segments_undelivered else 0 end
    from moved where k.id = ${campaignId}`.execute(tx)
}

export async function selectBooks(tx: Tx, campaignId: string): Promise<CampaignBooks> {
  const { rows } = await sql<CampaignBooks>`
    select id, channel, queued, rate_numerator as "rateNumerator", rate_denominator as "rateDenominator", rate_free as "rateFree",
      returns_undelivered as "returnsUndelivered", segments_accepted as "segmentsAccepted",
      segments_returned as "segmentsReturned", units_held as "unitsHeld", units_posted as "unitsPosted",
      units_returned as "unitsReturned", finished_at is not null as "isFinished",
      (select coalesce(json_agg(json_build_object('rateNumerator', p.rate_numerator, 'rateDenominator', p.rate_denominator,
          'segmentsAccepted', p.segments_accepted, 'segmentsReturned', p.segments_returned)), '[]')
        from campaign_part p where p.tenant_id = k.tenant_id and p.campaign_id = k.id) as parts
    from campaign k where id = ${campaignId}`.execute(tx)
  return rows[0] as CampaignBooks
}

/**
 * A notice or test that is answered loses its text, which may hold a code or a child’s name: nobody needs it any more. An
 * answer to somebody who wrote stays in its conversation.
 */
export async function saveBooks(
  tx: Tx,
  campaignId: string,
  books: { unitsPosted: number; unitsReturned: number; finishedAt: Date | null; reportsDueAt: Date | null },
): Promise<void> {
  await sql`
    update campaign set units_posted = ${books.unitsPosted}, units_returned = ${books.unitsReturned},
      finished_at = coalesce(finished_at, ${books.finishedAt}::timestamptz),
      reports_due_at = case when sent + unknown = 0 or channel = 'push' then null else coalesce(reports_due_at, ${books.reportsDueAt}::timestamptz) end,
      message = case when purpose in ('notice', 'test') and ${books.finishedAt}::timestamptz is not null then '' else message end
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
    select gateway, finished_at as "finishedAt" from campaign
    where id = ${campaignId} and reports_due_at is not null and finished_at is not null`.execute(tx)
  return rows[0] ?? null
}

/** One without a receipt. `gateway`: which took it; null: the campaign's first. */
export type AwaitedRecipient = {
  position: number
  state: 'sent' | 'unknown'
  gateway: string | null
  gatewayId: string | null
}

/** Recipients without a receipt behind a position, in their order. */
export async function selectWithoutReceipt(
  tx: Tx,
  campaignId: string,
  { after, limit }: { after: number; limit: number },
): Promise<AwaitedRecipient[]> {
  const { rows } = await sql<AwaitedRecipient>`
    select position, state, gateway, gateway_id as "gatewayId" from campaign_recipient
    where campaign_id = ${campaignId} and position > ${after} and state in ('sent', 'unknown')
    order by position limit ${limit}`.execute(tx)
  return rows
}

/** When the gateway is asked again; null: never. */
export async function saveReportsDue(tx: Tx, campaignId: string, dueAt: Date | null): Promise<void> {
  await sql`
    update campaign set reports_due_at = case when sent + unknown = 0 then null else ${dueAt}::timestamptz end
    where id = ${campaignId}`.execute(tx)
}

/** Which message a gateway means by each of these ids, of every church. */
export async function selectMessagesOf(tx: Tx, gateway: string, ids: string[]): Promise<Map<string, MessageOf>> {
  const { rows } = await sql<MessageOf & { gatewayId: string }>`
    select gateway_id as "gatewayId", campaign_id as "campaignId", message_position as position
    from find_gateway_messages(${gateway}, ${ids}::text[])`.execute(tx)
  return new Map(rows.map(({ gatewayId, campaignId, position }) => [gatewayId, { campaignId, position }]))
}

type MessageOf = { campaignId: string; position: number }

/** Which church each of these campaigns is of. */
export async function selectChurchesOf(tx: Tx, campaignIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ campaign_id: string; tenant_id: string }>`
    select campaign_id, tenant_id from find_campaign_churches(${campaignIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.campaign_id, row.tenant_id]))
}
