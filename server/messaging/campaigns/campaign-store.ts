import type { Audience } from './audience.ts'
import { reachable, type NameCount } from './audience-store.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type SmsRoute = {
  id: string
  gateway: string
  rate: { numerator: number; denominator: number }
  returnsUndelivered: boolean
}

/** The route for a country: the one that names it, else the one for everywhere. */
export async function selectRoute(tx: Tx, isoCode: string): Promise<SmsRoute> {
  const { rows } = await sql<{
    id: string
    gateway: string
    rate_numerator: number
    rate_denominator: number
    returns_undelivered: boolean
  }>`
    select id, gateway, rate_numerator, rate_denominator, returns_undelivered from sms_route
    where countries is null or ${isoCode} = any (countries)
    order by countries is null, legacy_flag limit 1`.execute(tx)
  const route = rows[0]
  if (!route) throw new Error('There is no SMS route: the table sms_route must hold one for every country.')
  return {
    id: route.id,
    gateway: route.gateway,
    rate: { numerator: route.rate_numerator, denominator: route.rate_denominator },
    returnsUndelivered: route.returns_undelivered,
  }
}

/** `bulk`: written by the staff. `notice`: one message that a person asked for or that cannot wait. */
export type CampaignPurpose = 'bulk' | 'notice'

export type NewCampaign = {
  tenantId: string
  id: string
  senderMask: string
  message: string
  neutralName: string
  route: SmsRoute
  /** Null: nobody on the staff wrote it, which only a notice may say. */
  createdBy: string | null
  purpose: CampaignPurpose
  at: Date
}

export type CampaignSize = { recipients: number; segments: number; units: number }

export async function insertCampaign(tx: Tx, campaign: NewCampaign, size: CampaignSize): Promise<void> {
  const { route } = campaign
  await sql`
    insert into sms_campaign (tenant_id, id, sender_mask, message, neutral_name, route_id, gateway, rate_numerator,
      rate_denominator, returns_undelivered, created_by, purpose, created_at, recipients, queued, segments, units_held)
    values (${campaign.tenantId}, ${campaign.id}, ${campaign.senderMask}, ${campaign.message}, ${campaign.neutralName},
      ${route.id}, ${route.gateway}, ${route.rate.numerator}, ${route.rate.denominator}, ${route.returnsUndelivered},
      ${campaign.createdBy}, ${campaign.purpose}, ${campaign.at}, ${size.recipients}, ${size.recipients}, ${size.segments}, ${size.units})`.execute(
    tx,
  )
}

export async function resizeCampaign(tx: Tx, campaignId: string, size: CampaignSize): Promise<void> {
  await sql`
    update sms_campaign set recipients = ${size.recipients}, queued = ${size.recipients}, segments = ${size.segments},
      units_held = ${size.units} where id = ${campaignId}`.execute(tx)
}

/** Whether this message was taken on already. */
export async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from sms_campaign where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Recipients by first name and pages, as they were written. */
export type WrittenNames = NameCount & { segments: number }

/** Writes the recipients of a campaign in one statement and answers what it wrote. */
export async function insertRecipients(
  tx: Tx,
  campaign: { tenantId: string; id: string; at: Date },
  audience: Audience,
  { segmentsByName, usual }: { segmentsByName: ReadonlyMap<string, number>; usual: number },
): Promise<WrittenNames[]> {
  // Only the names that make the message longer or shorter than usual are sent along.
  const unusual = [...segmentsByName].filter(([, segments]) => segments !== usual)
  const { rows } = await sql<WrittenNames>`
    with written as (
      insert into sms_recipient (tenant_id, campaign_id, position, name, first_name, phone, segments, changed_at)
      select ${campaign.tenantId}, ${campaign.id}, row_number() over (order by r.phone), r.name, r.first_name, r.phone,
        coalesce(u.segments, ${usual}), ${campaign.at}
      from (${reachable(audience)}) r
      left join unnest(${unusual.map(([name]) => name)}::text[], ${unusual.map(([, segments]) => segments)}::int[])
        as u (first_name, segments) on u.first_name = r.first_name
      returning first_name, segments
    )
    select first_name as "firstName", segments, count(*) as people from written group by first_name, segments`.execute(
    tx,
  )
  return rows
}

export async function correctSegments(
  tx: Tx,
  campaignId: string,
  corrections: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update sms_recipient r set segments = c.segments
    from unnest(${[...corrections.keys()]}::text[], ${[...corrections.values()]}::int[]) as c (first_name, segments)
    where r.campaign_id = ${campaignId} and r.first_name = c.first_name`.execute(tx)
}

/** The one recipient of a notice. */
export async function insertOneRecipient(
  tx: Tx,
  { tenantId, campaignId, phone, segments, at }: RecipientOfNotice,
): Promise<void> {
  await sql`
    insert into sms_recipient (tenant_id, campaign_id, position, phone, segments, changed_at)
    values (${tenantId}, ${campaignId}, 1, ${phone}, ${segments}, ${at})`.execute(tx)
}

type RecipientOfNotice = { tenantId: string; campaignId: string; phone: string; segments: number; at: Date }
