import type { Audience } from './audience.ts'
import { reachable, type NameCount } from './audience-store.ts'
import { sql } from 'kysely'
import type { Bulk, Channel } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Destination } from '#contract/messaging/sms.ts'
import { PLACE_LETTERS, type SmsRoute, type Ways } from '../routes/index.ts'
import type { Rate } from './rate.ts'

/** What a campaign keeps of its route: what it costs, who takes it, what comes back. Only an SMS has one with an id. */
type CampaignRoute = Pick<SmsRoute, 'gateway' | 'fallbackGateway' | 'returnsUndelivered'> & {
  id: string | null
  rate: Rate
}

/**
 * `bulk`: written by the staff to many. `personal`: an answer of theirs to one person. `notice`: one message that a person
 * asked for or that cannot wait. `test`: one message that somebody on the staff wants to see.
 */
export type CampaignPurpose = 'bulk' | 'personal' | 'notice' | 'test'

export type NewCampaign = {
  tenantId: string
  id: string
  channel: Channel
  /** What people may switch off; null: nothing by itself. */
  topic?: Bulk['topic']
  /** Who it is from: the sender ID of an SMS. Of a push its title. */
  sender: string
  /** Of an email its subject. */
  message: string
  neutralName: string
  /** The line with the opt-out link (opt-out-links); '' for a message without. */
  footer: string
  /** The message whose failed ones it is sent to again. */
  resendOf?: string | null
  route: CampaignRoute
  /** Null: nobody on the staff wrote it, which only a notice may say. */
  createdBy: string | null
  purpose: CampaignPurpose
  at: Date
}

export type CampaignSize = { recipients: number; segments: number; units: number }

/** With what was chosen as its destination, where somebody chose. Of one for failed recipients it keeps the first of them all. */
export async function insertCampaign(
  tx: Tx,
  campaign: NewCampaign,
  size: CampaignSize,
  destination: Destination | null,
): Promise<void> {
  const { route } = campaign
  await sql`
    insert into campaign (tenant_id, id, channel, topic, sender, message, neutral_name, footer, route_id, gateway, fallback_gateway,
      rate_numerator, rate_denominator, rate_free, returns_undelivered, created_by, purpose, created_at, recipients, queued, segments,
      units_held, destination, resend_of)
    values (${campaign.tenantId}, ${campaign.id}, ${campaign.channel}, ${campaign.topic ?? null}, ${campaign.sender}, ${campaign.message}, ${campaign.neutralName},
      ${campaign.footer},
      ${route.id}, ${route.gateway}, ${route.fallbackGateway}, ${route.rate.numerator}, ${route.rate.denominator}, ${route.rate.free ?? null}, ${route.returnsUndelivered},
      ${campaign.createdBy}, ${campaign.purpose}, ${campaign.at}, ${size.recipients}, ${size.recipients}, ${size.segments}, ${size.units},
      ${destination && JSON.stringify(destination)}::jsonb,
      ${campaign.resendOf ?? null}::uuid)`.execute(tx)
}

/** The message that this one, or the one before it, was sent again for. */
async function selectFirst(tx: Tx, campaignId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(resend_of, id) as id from campaign where id = ${campaignId}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Until the transaction ends nobody else sends to those whom this one failed to reach. Answers which was sent first. */
export async function lockResends(tx: Tx, campaignId: string): Promise<string | null> {
  const first = await selectFirst(tx, campaignId)
  await sql`select from campaign where id = ${first}::uuid for no key update`.execute(tx)
  return first
}

export async function resizeCampaign(tx: Tx, campaignId: string, size: CampaignSize): Promise<void> {
  await sql`
    update campaign set recipients = ${size.recipients}, queued = ${size.recipients}, segments = ${size.segments},
      units_held = ${size.units} where id = ${campaignId}`.execute(tx)
}

/** Whether this message was taken on already. */
export async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from campaign where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** By which routes the recipients of a campaign go. */
export type CampaignWays = Ways<CampaignRoute>

/** Recipients by first name, beginning of the number and pages, as they were written. */
type WrittenNames = NameCount & { segments: number }

/**
 * Writes the recipients of a campaign in one statement, those of one route behind each other, and answers what it wrote.
 * They come out of the campaign's row: without it there are none. A foreign key would look it up for each of 100,000.
 */
export async function insertRecipients(
  tx: Tx,
  campaign: { tenantId: string; id: string; at: Date },
  audience: Audience,
  { segmentsByName, usual, ways }: Writing,
): Promise<WrittenNames[]> {
  // Only the names that make the message longer or shorter than usual are sent along.
  const unusual = [...segmentsByName].filter(([, segments]) => segments !== usual)
  // Most campaigns go by one route; of others it is told which letters go by which.
  const beginnings = ways.routes.length > 1 ? [...ways.beginnings] : []
  const { rows } = await sql<WrittenNames>`
    with written as (
      insert into campaign_recipient (tenant_id, campaign_id, position, name, first_name, address, segments, changed_at)
      select k.tenant_id, k.id, row_number() over (order by coalesce(w.way, 0), r.address), r.name, r.first_name, r.address,
        coalesce(u.segments, ${usual}), ${campaign.at}
      from campaign k cross join (${reachable(audience)}) r
      left join unnest(${unusual.map(([name]) => name)}::text[], ${unusual.map(([, segments]) => segments)}::int[])
        as u (first_name, segments) on u.first_name = r.first_name
      left join unnest(${beginnings}::text[], ${beginnings.map((letters) => ways.wayOf(letters))}::int[])
        as w (prefix, way) on w.prefix = left(r.address, ${PLACE_LETTERS})
      where k.tenant_id = ${campaign.tenantId} and k.id = ${campaign.id}
      returning first_name, left(address, ${PLACE_LETTERS}) as prefix, segments
    )
    select first_name as "firstName", prefix, segments, count(*) as people from written
    group by first_name, prefix, segments`.execute(tx)
  return rows
}

type Writing = {
  segmentsByName: ReadonlyMap<string, number>
  usual: number
  ways: CampaignWays & { beginnings: Iterable<string> }
}

/** A run of recipients who go by one route. */
export type CampaignPart = { firstPosition: number; lastPosition: number; route: CampaignRoute }

/** Which recipients go by which route, of a campaign that goes by several. */
export async function insertParts(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
  parts: readonly CampaignPart[],
): Promise<void> {
  await Promise.all(
    parts.map(({ firstPosition, lastPosition, route }) =>
      sql`
      insert into campaign_part (tenant_id, campaign_id, first_position, last_position, route_id, gateway, fallback_gateway,
        rate_numerator, rate_denominator, returns_undelivered)
      values (${tenantId}, ${id}, ${firstPosition}, ${lastPosition}, ${route.id}, ${route.gateway}, ${route.fallbackGateway},
        ${route.rate.numerator}, ${route.rate.denominator}, ${route.returnsUndelivered})`.execute(tx),
    ),
  )
}

export async function correctSegments(
  tx: Tx,
  campaignId: string,
  corrections: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    update campaign_recipient r set segments = c.segments
    from unnest(${[...corrections.keys()]}::text[], ${[...corrections.values()]}::int[]) as c (first_name, segments)
    where r.campaign_id = ${campaignId} and r.first_name = c.first_name`.execute(tx)
}

/** The one recipient of a notice or a test. */
export async function insertOneRecipient(
  tx: Tx,
  { tenantId, campaignId, address, firstName, segments, at }: OneRecipient,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into campaign_recipient (tenant_id, campaign_id, position, first_name, address, segments, changed_at)
    select k.tenant_id, k.id, 1, ${firstName}, ${address}, ${segments}, ${at} from campaign k
    where k.tenant_id = ${tenantId} and k.id = ${campaignId}`.execute(tx)
  if (numAffectedRows !== 1n) throw new Error('A recipient needs a campaign')
}

type OneRecipient = {
  tenantId: string
  campaignId: string
  address: string
  firstName: string
  segments: number
  at: Date
}

export type Steering = {
  isFinished: boolean
  isPaused: boolean
  isCancelled: boolean
}

/** How a listed campaign stands, locked; null: the church has none of this id. */
export async function lockSteering(tx: Tx, channel: Channel, campaignId: string): Promise<Steering | null> {
  const { rows } = await sql<Steering>`
    select finished_at is not null as "isFinished", paused_at is not null as "isPaused", cancelled_at is not null as "isCancelled"
    from campaign where id = ${campaignId} and channel = ${channel} and purpose = 'bulk' for no key update`.execute(tx)
  return rows[0] ?? null
}

export async function savePaused(tx: Tx, campaignId: string, at: Date): Promise<void> {
  await sql`update campaign set paused_at = ${at} where id = ${campaignId}`.execute(tx)
}

export async function saveResumed(tx: Tx, campaignId: string, at: Date): Promise<void> {
  await sql`update campaign set paused_at = null, resumed_at = ${at} where id = ${campaignId}`.execute(tx)
}

export async function saveCancelled(tx: Tx, campaignId: string, at: Date): Promise<void> {
  await sql`update campaign set paused_at = null, cancelled_at = ${at} where id = ${campaignId}`.execute(tx)
}
