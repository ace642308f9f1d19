import { sql, type RawBuilder } from 'kysely'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages } from '../../platform/exports/index.ts'

export type CampaignRecord = {
  id: string
  senderId: string
  message: string
  sentAt: Date
  sentBy: string
  recipients: number
  unitsHeld: number
  unitsPosted: number
  unitsReturned: number
  isFinished: boolean
  queued: number
  sent: number
  no_report: number
  delivered: number
  failed: number
  unknown: number
  skipped: number
}

export type RecipientRecord = {
  position: number
  name: string
  phone: string
  state: RecipientState
  segments: number
  reason: string | null
  changedAt: Date
}

const columns = sql`
  c.id, c.sender_mask as "senderId", c.message, c.created_at as "sentAt", coalesce(trim(p.first_name || ' ' || p.last_name), '') as "sentBy",
  c.recipients, c.units_held as "unitsHeld", c.units_posted as "unitsPosted", c.units_returned as "unitsReturned",
  c.finished_at is not null as "isFinished", c.queued, c.sent, c.no_report, c.delivered, c.failed, c.unknown, c.skipped`

/** What stands on the list: notices were written by nobody on the staff, and are nobody’s to read. */
const isListed = sql`c.hidden_at is null and c.purpose = 'bulk'`

// Whoever left the staff may be erased; what was sent stays.
const campaigns = sql`
  sms_campaign c
  join account a on a.tenant_id = c.tenant_id and a.id = c.created_by
  left join person p on p.tenant_id = a.tenant_id and p.id = a.person_id`

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const matches = (search: string): RawBuilder<unknown> =>
  search === '' ? sql`true` : sql`(c.message ilike ${contains(search)} or c.sender_mask ilike ${contains(search)})`

export async function countCampaigns(tx: Tx, search: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from sms_campaign c where ${isListed} and ${matches(search)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectCampaigns(
  tx: Tx,
  page: { search: string; after: { sentAt: string; id: string } | null; limit: number; offset?: number },
): Promise<CampaignRecord[]> {
  const behind = page.after
    ? sql`(c.created_at, c.id) < (${page.after.sentAt}::timestamptz, ${page.after.id}::uuid)`
    : sql`true`
  const { rows } = await sql<CampaignRecord>`
    select ${columns} from ${campaigns} where ${isListed} and ${matches(page.search)} and ${behind}
    order by c.created_at desc, c.id desc limit ${page.limit} offset ${page.offset ?? 0}`.execute(tx)
  return rows
}

/** All of the list, newest first, for an export. */
export const campaignPages = (tx: Tx, search: string): AsyncIterable<readonly CampaignRecord[]> =>
  cursorPages<CampaignRecord>(
    tx,
    sql`select ${columns} from ${campaigns} where ${isListed} and ${matches(search)}
      order by c.created_at desc, c.id desc`,
  )

export async function selectCampaign(tx: Tx, id: string): Promise<CampaignRecord | null> {
  const { rows } =
    await sql<CampaignRecord>`select ${columns} from ${campaigns} where c.id = ${id} and c.purpose = 'bulk'`.execute(tx)
  return rows[0] ?? null
}

/**
 * Every message of the church that was entered, as a query: for the statement of its units. `text` is empty for those that
 * were taken off the list, and for notices.
 */
export const sentMessages = sql<{ tenant_id: string; id: string; text: string; sender: string; is_notice: boolean }>`
  select c.tenant_id, c.id, case when ${isListed} then c.message else '' end as text, c.sender_mask as sender,
    c.purpose = 'notice' as is_notice
  from sms_campaign c`

const recipientColumns = sql`
  r.position, r.name, r.phone, r.state, r.segments, r.reason, r.changed_at as "changedAt"`

export type RecipientFilter = { search: string; state: RecipientState | undefined }

/** Digits as they stand in a number of any country: without separators and the zero that is dialled at home. */
const digitsOf = (search: string): string => search.replaceAll(/[\s().-]/g, '').replace(/^0+/, '') || search

const recipientMatches = (id: string, { search, state }: RecipientFilter): RawBuilder<unknown> => sql`
  r.campaign_id = ${id} and ${state === undefined ? sql`true` : sql`r.state = ${state}`}
  and ${search === '' ? sql`true` : sql`(r.name ilike ${contains(search)} or r.phone like ${contains(digitsOf(search))})`}`

export async function countRecipients(tx: Tx, id: string, filter: RecipientFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from sms_recipient r where ${recipientMatches(id, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectRecipients(
  tx: Tx,
  id: string,
  page: RecipientFilter & { after: number; limit: number },
): Promise<RecipientRecord[]> {
  const { rows } = await sql<RecipientRecord>`
    select ${recipientColumns} from sms_recipient r where ${recipientMatches(id, page)} and r.position > ${page.after}
    order by r.position limit ${page.limit}`.execute(tx)
  return rows
}

/** All of a delivery report, in the order of its recipients, for an export. */
export const recipientPages = (
  tx: Tx,
  id: string,
  filter: RecipientFilter,
): AsyncIterable<readonly RecipientRecord[]> =>
  cursorPages<RecipientRecord>(
    tx,
    sql`select ${recipientColumns} from sms_recipient r where ${recipientMatches(id, filter)} order by r.position`,
  )

/** Takes campaigns off the list; answers how many were on it. */
export async function hideCampaigns(tx: Tx, ids: string[], at: Date): Promise<number> {
  const hidden = await sql`
    update sms_campaign c set hidden_at = ${at} where c.id = any (${ids}::uuid[]) and ${isListed} returning 1`.execute(
    tx,
  )
  return hidden.rows.length
}
