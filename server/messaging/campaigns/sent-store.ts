import { sql, type RawBuilder } from 'kysely'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { Destination } from '#contract/messaging/sms.ts'
import type { CampaignState, RecipientState } from '#contract/messaging/sent-sms.ts'
import type { Topic } from '#contract/messaging/topics.ts'
import type { Channel } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages } from '../../platform/exports/index.ts'
import type { PrefixCount } from '../routes/index.ts'
import { networkOf } from '../senders/index.ts'

export type CampaignRecord = {
  id: string
  topic: Topic | null
  senderId: string
  message: string
  sentAt: Date
  sentBy: string
  recipients: number
  unitsHeld: number
  unitsPosted: number
  unitsReturned: number
  returnsUndelivered: boolean
  state: CampaignState
  isFinished: boolean
  /** When the next of those leave who wait for their hours; null: nobody does. */
  leavesAt: Date | null
  queued: number
  sent: number
  no_report: number
  delivered: number
  failed: number
  unknown: number
  skipped: number
  undelivered: number
  cancelled: number
  /** Whether it ended in the line with the opt-out link. */
  optOutLink: boolean
}

export type RecipientRecord = {
  position: number
  name: string
  phone: string
  state: RecipientState
  segments: number
  units: number
  returned: boolean
  reason: DeliveryReason | null
  code: string | null
  changedAt: Date
}

/** With what is known of the number today. */
export type ReportedRecord = RecipientRecord & { network: string | null; personId: string | null }

/** Where a campaign stands. It waits when all of it was looked at and all that is left was put off. */
const state = sql`
  case when c.cancelled_at is not null then 'cancelled' when c.finished_at is not null then 'finished'
    when c.paused_at is not null then 'paused'
    when c.claimed_through = c.recipients and w.all_wait then 'waiting' else 'sending' end`

const columns = sql`
  c.id, c.topic, c.sender as "senderId", c.message, c.created_at as "sentAt", coalesce(trim(p.first_name || ' ' || p.last_name), '') as "sentBy",
  c.recipients, c.units_held as "unitsHeld", c.units_posted as "unitsPosted", c.units_returned as "unitsReturned",
  c.returns_undelivered as "returnsUndelivered", c.finished_at is not null as "isFinished", ${state} as state,
  w.leaves_at as "leavesAt", c.queued, c.sent, c.no_report, c.delivered, c.failed, c.unknown, c.skipped, c.undelivered,
  c.cancelled, c.footer <> '' as "optOutLink"`

/** What stands on the list: notices were written by nobody on the staff and are nobody’s to read, and tests were read. */
const isListed = sql`c.hidden_at is null and c.purpose = 'bulk'`

/** Of one that is over nothing waits. */
const waiting = sql`
  left join lateral (
    select min(b.not_before) as leaves_at, bool_and(b.given_back and b.not_before is not null) as all_wait
    from campaign_batch b
    where c.finished_at is null and c.cancelled_at is null
      and b.tenant_id = c.tenant_id and b.campaign_id = c.id and b.finished_at is null
  ) w on true`

// Whoever left the staff may be erased; what was sent stays.
const campaigns = sql`
  campaign c
  join account a on a.tenant_id = c.tenant_id and a.id = c.created_by
  left join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
  ${waiting}`

type CampaignFilter = { channel: Channel; search: string; state?: CampaignState | undefined }

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const matches = ({ channel, search, state: wanted }: CampaignFilter): RawBuilder<unknown> => sql`
  ${isListed} and c.channel = ${channel} and ${wanted === undefined ? sql`true` : sql`${state} = ${wanted}`}
  and ${search === '' ? sql`true` : sql`(c.message ilike ${contains(search)} or c.sender ilike ${contains(search)})`}`

export async function countCampaigns(tx: Tx, filter: CampaignFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from campaign c ${waiting} where ${matches(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectCampaigns(
  tx: Tx,
  page: CampaignFilter & { after: { sentAt: string; id: string } | null; limit: number; offset?: number },
): Promise<CampaignRecord[]> {
  const behind = page.after
    ? sql`(c.created_at, c.id) < (${page.after.sentAt}::timestamptz, ${page.after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<CampaignRecord>`
    select ${columns} from ${campaigns} where ${matches(page)} and ${behind}
    order by c.created_at desc, c.id desc limit ${page.limit} offset ${page.offset ?? 0}`.execute(tx)
  return rows
}

/** All of the list, newest first, for an export. */
export const campaignPages = (tx: Tx, filter: CampaignFilter): AsyncIterable<readonly CampaignRecord[]> =>
  cursorPages<CampaignRecord>(
    tx,
    sql`select ${columns} from ${campaigns} where ${matches(filter)}
      order by c.created_at desc, c.id desc`,
  )

export async function selectCampaign(tx: Tx, channel: Channel, id: string): Promise<CampaignRecord | null> {
  const { rows } = await sql<CampaignRecord>`
    select ${columns} from ${campaigns} where c.id = ${id} and c.channel = ${channel} and c.purpose = 'bulk'`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** What was written and for whom; `destination` is null for what was sent before it was kept. */
export type CampaignMessage = {
  senderId: string
  message: string
  neutralName: string
  /** '' where it travelled by none. */
  routeId: string
  /** Whether it ended in the line with the opt-out link. */
  optOutLink: boolean
  destination: Destination | null
}

export async function selectMessage(tx: Tx, channel: Channel, id: string): Promise<CampaignMessage | null> {
  const { rows } = await sql<CampaignMessage>`
    select c.sender as "senderId", c.message, c.neutral_name as "neutralName", coalesce(c.route_id, '') as "routeId",
      c.footer <> '' as "optOutLink", c.destination
    from campaign c where c.id = ${id} and c.channel = ${channel} and c.purpose = 'bulk'`.execute(tx)
  return rows[0] ?? null
}

/**
 * Every message of the church that was entered, as a query: for the statement of its units. `text` is empty for those that
 * were taken off the list, and for messages to one person.
 */
export const sentMessages = sql<{ tenant_id: string; id: string; text: string; sender: string; is_notice: boolean }>`
  select c.tenant_id, c.id, case when ${isListed} or c.purpose = 'personal' then c.message else '' end as text, c.sender,
    c.purpose in ('notice', 'test') as is_notice
  from campaign c`

// Nothing has come back before the last message was answered.
const recipientColumns = sql`
  r.position, r.name, r.address as phone, r.state, r.segments, r.reason, r.code, r.changed_at as "changedAt",
  round(r.segments * coalesce(k.rate_numerator, c.rate_numerator)::numeric
    / coalesce(k.rate_denominator, c.rate_denominator), 2)::float8 as units,
  c.finished_at is not null
    and (r.state = 'skipped'
      or r.state = 'failed' and (coalesce(k.returns_undelivered, c.returns_undelivered) or not r.accepted)) as returned`

/** Each with the part of the campaign that it goes with, where it has parts. */
const recipients = sql`
  campaign_recipient r join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id
  left join campaign_part k on k.tenant_id = r.tenant_id and k.campaign_id = r.campaign_id
    and r.position between k.first_position and k.last_position`

const network = sql`${networkOf(sql`r.address`)} as network`

/** Of those who share a number or an address, whoever the message named. */
const personReached = sql`(
  select p.id from person p where p.tenant_id = r.tenant_id and p.archived_at is null
    and case when c.channel = 'email' then lower(p.email) = r.address else p.phone = r.address end
  order by trim(p.first_name || ' ' || p.last_name) <> r.name, p.created_at, p.id limit 1
) as "personId"`

export type RecipientFilter = {
  search: string
  state?: RecipientState | undefined
  reason?: string | undefined
  /** Only those in these places. */
  among?: readonly number[] | undefined
}

/** Digits as they stand in a number of any country: without separators and the zero that is dialled at home. */
const digitsOf = (search: string): string => search.replaceAll(/[\s().-]/g, '').replace(/^0+/, '') || search

const recipientMatches = (
  id: string,
  { search, state: wanted, reason, among }: RecipientFilter,
): RawBuilder<unknown> => sql`
  r.campaign_id = ${id} and ${wanted === undefined ? sql`true` : sql`r.state = ${wanted}`}
  and ${reason === undefined ? sql`true` : sql`r.reason = ${reason}`}
  and ${among === undefined ? sql`true` : sql`r.position = any (${[...among]}::integer[])`}
  and ${search === '' ? sql`true` : sql`(r.name ilike ${contains(search)} or r.address like ${contains(digitsOf(search))} or r.address ilike ${contains(search)})`}`

export async function countRecipients(tx: Tx, id: string, filter: RecipientFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from campaign_recipient r where ${recipientMatches(id, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectRecipients(
  tx: Tx,
  id: string,
  page: RecipientFilter & { after: number; limit: number },
): Promise<RecipientRecord[]> {
  const { rows } = await sql<RecipientRecord>`
    select ${recipientColumns} from ${recipients} where ${recipientMatches(id, page)} and r.position > ${page.after}
    order by r.position limit ${page.limit}`.execute(tx)
  return rows
}

export async function selectReported(
  tx: Tx,
  id: string,
  page: RecipientFilter & { after: number; limit: number },
): Promise<ReportedRecord[]> {
  const { rows } = await sql<ReportedRecord>`
    select ${recipientColumns}, ${network}, ${personReached} from ${recipients}
    where ${recipientMatches(id, page)} and r.position > ${page.after} order by r.position limit ${page.limit}`.execute(
    tx,
  )
  return rows
}

/** How the numbers begin that nothing was handed over to yet. */
export async function countQueuedPrefixes(
  tx: Tx,
  id: string,
  { firstPosition, lastPosition }: Run,
): Promise<PrefixCount[]> {
  const { rows } = await sql<PrefixCount>`
    select left(r.address, 8) as prefix, count(*) as people from campaign_recipient r
    where r.campaign_id = ${id} and r.position between ${firstPosition} and ${lastPosition} and r.state = 'queued'
    group by 1`.execute(tx)
  return rows
}

type Run = { firstPosition: number; lastPosition: number }

export type ExportedRecord = Omit<ReportedRecord, 'personId'>

/** All of a delivery report, in the order of its recipients, for an export. */
export const recipientPages = (tx: Tx, id: string, filter: RecipientFilter): AsyncIterable<readonly ExportedRecord[]> =>
  cursorPages<ExportedRecord>(
    tx,
    sql`select ${recipientColumns}, ${network} from ${recipients} where ${recipientMatches(id, filter)} order by r.position`,
  )

type ReasonCount = { state: RecipientState; reason: DeliveryReason; people: number }

/** Reasons that recipients of a campaign have, most people first. */
export async function selectReasons(tx: Tx, id: string): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    select r.state, r.reason, count(*) as people from campaign_recipient r
    where r.campaign_id = ${id} and r.reason is not null
    group by r.state, r.reason order by count(*) desc, r.state, r.reason limit 200`.execute(tx)
  return rows
}

/** Takes campaigns off the list; answers how many were on it. */
export async function hideCampaigns(tx: Tx, channel: Channel, ids: string[], at: Date): Promise<number> {
  const hidden = await sql`
    update campaign c set hidden_at = ${at}
    where c.id = any (${ids}::uuid[]) and c.channel = ${channel} and ${isListed} returning 1`.execute(tx)
  return hidden.rows.length
}
