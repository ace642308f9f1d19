import { sql } from 'kysely'
import type { Bulk } from '../../people/index.ts'
import { directoryKey, enlist, type Tx } from '../../platform/database/index.ts'
import type { CampaignPurpose } from './campaign-store.ts'

/** Longer than a call to the gateway and a look-up together: after this the worker that took a batch is gone. */
const LEASE_SECONDS = 40

/** A run of recipients. `attempts` fences: who records it must still be the last who took it. */
export type Batch = {
  firstPosition: number
  lastPosition: number
  attempts: number
  /** Since when the gateway may have accepted some of it without our knowing; null: it surely did not. */
  unsureSince: Date | null
  /** What is left of it waited for its hours: no gateway was asked to take it. */
  hasWaited: boolean
  /** Which gateway it is being handed to; null: the campaign's first. */
  gateway: string | null
}

const columns = sql`
  b.first_position as "firstPosition", b.last_position as "lastPosition", b.attempts, b.unsure_since as "unsureSince",
  b.gateway`

/** Takes the next recipients nobody took yet, at most so many and of one route; of a campaign that is paused none. */
export async function claimNewBatch(
  tx: Tx,
  tenantId: string,
  campaignId: string,
  { size, at }: { size: number; at: Date },
): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    with before as (
      select claimed_through, recipients from campaign
      where id = ${campaignId} and finished_at is null and paused_at is null for no key update
    ), moved as (
      update campaign c set claimed_through = least(before.claimed_through + ${size}, before.recipients, (
        select min(p.last_position) from campaign_part p
        where p.campaign_id = ${campaignId} and p.last_position > before.claimed_through))
      from before where c.id = ${campaignId} and before.claimed_through < before.recipients
      returning before.claimed_through + 1 as first, c.claimed_through as last
    ), batch as (
      insert into campaign_batch as b (tenant_id, campaign_id, first_position, last_position, claimed_at, leased_at)
      select c.tenant_id, ${campaignId}::uuid, first, last, ${at}::timestamptz, ${at}::timestamptz
      from church c cross join moved where c.tenant_id = ${tenantId}
      returning b.*
    )
    select ${columns}, false as "hasWaited" from batch b`.execute(tx)
  return rows[0] ?? null
}

/** From its first messages on, reports and links that name the campaign and no church find it. */
export async function enlistCampaign(tx: Tx, campaignId: string): Promise<void> {
  const { rows } = await sql<{ code: string | null }>`
    select link_code as code from campaign where id = ${campaignId}`.execute(tx)
  await enlist(tx, 'campaign', [Buffer.from(campaignId.replaceAll('-', ''), 'hex')])
  const links = rows.flatMap(({ code }) => (code === null ? [] : directoryKey(code)))
  if (links.length > 0) await enlist(tx, 'campaign_link', links)
}

/**
 * Takes over a batch that was begun and never finished: it was given back, or its lease is over. One that waits for its hours
 * is taken when they come, or when its campaign was cancelled.
 */
export async function claimAbandonedBatch(tx: Tx, campaignId: string, at: Date): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    update campaign_batch b set attempts = b.attempts + 1, leased_at = ${at}, given_back = false, not_before = null,
      -- Whoever had it and did not give it back was killed, perhaps behind the gateway's acceptance.
      unsure_since = case when b.given_back then b.unsure_since else coalesce(b.unsure_since, b.leased_at) end
    from (
      select x.tenant_id, x.campaign_id, x.first_position as first, x.not_before is not null as waited
      from campaign_batch x join campaign c on c.tenant_id = x.tenant_id and c.id = x.campaign_id
      where x.campaign_id = ${campaignId} and x.finished_at is null and c.paused_at is null
        and case when x.given_back then x.not_before is null or x.not_before <= ${at} or c.cancelled_at is not null
          else x.leased_at <= ${at}::timestamptz - make_interval(secs => ${LEASE_SECONDS}) end
      order by x.first_position limit 1 for update of x skip locked
    ) old
    where b.tenant_id = old.tenant_id and b.campaign_id = old.campaign_id and b.first_position = old.first
    returning ${columns}, old.waited as "hasWaited"`.execute(tx)
  return rows[0] ?? null
}

/** Gives a batch back at once, so that the next worker need not wait for its lease to end. */
export async function giveBackBatch(tx: Tx, campaignId: string, batch: Batch, maybeAccepted: boolean): Promise<void> {
  await sql`
    update campaign_batch set given_back = true,
      unsure_since = case when ${maybeAccepted} then coalesce(unsure_since, leased_at) else null end
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null`.execute(tx)
}

/**
 * Gives back what is left of a batch, of which surely nothing is at the gateway, to be taken when its hours come, by the
 * campaign's first again. False as with `finishBatch`.
 */
export async function letBatchWait(tx: Tx, campaignId: string, batch: Batch, until: Date): Promise<boolean> {
  const given = await sql`
    update campaign_batch set given_back = true, unsure_since = null, gateway = null, not_before = ${until}
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null
    returning 1`.execute(tx)
  return given.rows.length > 0
}

/** False when somebody else has taken the batch over in the meantime. */
export async function finishBatch(tx: Tx, campaignId: string, batch: Batch, at: Date): Promise<boolean> {
  const finished = await sql`
    update campaign_batch set finished_at = ${at}
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null
    returning 1`.execute(tx)
  return finished.rows.length > 0
}

/** Holds a batch to the end of the transaction. False when somebody else has taken it over in the meantime. */
export async function holdBatch(tx: Tx, campaignId: string, batch: Batch): Promise<boolean> {
  const { rows } = await sql`
    select from campaign_batch
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null
    for update`.execute(tx)
  return rows.length > 0
}

/**
 * Writes down that what is left of a batch goes to another gateway, before that is called: the one it was with took none
 * of it. False when somebody else has taken the batch over in the meantime.
 */
export async function moveBatch(tx: Tx, campaignId: string, batch: Batch, gateway: string): Promise<boolean> {
  const moved = await sql`
    update campaign_batch set gateway = ${gateway}, unsure_since = null
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null
    returning 1`.execute(tx)
  return moved.rows.length > 0
}

/**
 * Which gateway took these messages and what it calls them, where that tells more than the campaign's first. Written by
 * their keys, as outcomes are: joined with a campaign that has just come the planner goes through all of it for each.
 */
export async function saveTakers(
  tx: Tx,
  campaignId: string,
  takers: { position: number; gateway: string | null; id: string | null }[],
): Promise<void> {
  await sql`
    insert into campaign_recipient as r
      (tenant_id, campaign_id, position, address, segments, changed_at, gateway, gateway_id)
    with given as (
      select distinct on (position) * from unnest(${takers.map(({ position }) => position)}::int[],
        ${takers.map(({ gateway }) => gateway)}::text[], ${takers.map(({ id }) => id)}::text[]) as g (position, gateway, id)
      order by position
    ),
    known as materialized (
      select tenant_id, campaign_id, position, address, segments, changed_at from campaign_recipient
      where campaign_id = ${campaignId} and position = any (${takers.map(({ position }) => position)}::int[])
    )
    select k.tenant_id, k.campaign_id, k.position, k.address, k.segments, k.changed_at, g.gateway, g.id
    from given g join known k using (position)
    on conflict (tenant_id, campaign_id, position) do update set gateway = excluded.gateway, gateway_id = excluded.gateway_id`.execute(
    tx,
  )
}

/** What is on its way with a gateway is reported within days. */
const REPORTED_WITHIN_MS = 14 * 24 * 60 * 60 * 1000

/** Says of which church the messages are that a gateway knows by these ids of its own, for as long as it may report of them. */
export async function enlistMessages(tx: Tx, gateway: string, ids: readonly string[], at: Date): Promise<void> {
  const keys = ids.map((id) => directoryKey(`${gateway} ${id}`))
  await enlist(tx, 'gateway_message', keys, new Date(at.getTime() + REPORTED_WITHIN_MS))
}

/** What is left of a campaign, which stays locked: null when nothing is for a worker to do. */
export async function lockRest(tx: Tx, campaignId: string): Promise<{ waitsUntil: Date | null } | null> {
  await sql`select from campaign where id = ${campaignId} for no key update`.execute(tx)
  const { rows } = await sql<{ waitsUntil: Date | null }>`
    select case when bool_and(b.given_back and b.not_before is not null and c.cancelled_at is null)
      then min(b.not_before) end as "waitsUntil"
    from campaign c join campaign_batch b on b.tenant_id = c.tenant_id and b.campaign_id = c.id
    where c.id = ${campaignId} and c.finished_at is null and c.paused_at is null and b.finished_at is null
    having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}

export type CampaignText = Bulk & {
  id: string
  sender: string
  message: string
  neutralName: string
  footer: string
  /** Null: it travels by none, and at any hour. */
  routeId: string | null
  gateway: string
  fallbackGateway: string | null
  /** The campaign's first gateway, also where a part of it goes by another one. */
  firstGateway: string
  /** Runs of recipients with a route of their own; none: all go by the campaign's. */
  parts: TextPart[]
  purpose: CampaignPurpose
  /** Since when it may go: it was taken on then, or went on after a pause. */
  freeSince: Date
  takenOnAt: Date
  /** Since when it is settled who gets it: of one that is sent again, when the first was taken on. */
  chosenAt: Date
  isCancelled: boolean
  /** Of its church. */
  zone: string
}
type TextPart = {
  firstPosition: number
  lastPosition: number
  routeId: string
  gateway: string
  fallbackGateway: string | null
}

/** The campaign as it goes for the recipients of a batch: by the route of their part. */
export function ofBatch(campaign: CampaignText, { firstPosition }: Batch): CampaignText {
  const part = campaign.parts.find(({ lastPosition }) => firstPosition <= lastPosition)
  if (!part) return campaign
  const { routeId, gateway, fallbackGateway } = part
  return { ...campaign, routeId, gateway, fallbackGateway }
}

type QueuedRecipient = { position: number; address: string; firstName: string }

/** A campaign that is not finished. */
export async function selectCampaignText(tx: Tx, campaignId: string): Promise<CampaignText | null> {
  const { rows } = await sql<CampaignText>`
    select c.id, c.channel, c.topic, c.sender, c.message, c.neutral_name as "neutralName", c.footer, c.route_id as "routeId", c.gateway,
      c.fallback_gateway as "fallbackGateway", c.gateway as "firstGateway",
      (select coalesce(json_agg(json_build_object('firstPosition', p.first_position, 'lastPosition', p.last_position,
          'routeId', p.route_id, 'gateway', p.gateway, 'fallbackGateway', p.fallback_gateway) order by p.first_position), '[]')
        from campaign_part p where p.tenant_id = c.tenant_id and p.campaign_id = c.id) as parts,
      c.purpose, greatest(c.created_at, c.resumed_at) as "freeSince", c.created_at as "takenOnAt",
      coalesce((select o.created_at from campaign o where o.tenant_id = c.tenant_id and o.id = c.resend_of), c.created_at) as "chosenAt",
      c.cancelled_at is not null as "isCancelled", h.time_zone as zone
    from campaign c join church h on h.tenant_id = c.tenant_id
    where c.id = ${campaignId} and c.finished_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Those of a batch that have no answer yet; receipts may have come before our own record. */
export async function selectQueued(tx: Tx, campaignId: string, batch: Batch): Promise<QueuedRecipient[]> {
  const { rows } = await sql<QueuedRecipient>`
    select position, address, first_name as "firstName" from campaign_recipient
    where campaign_id = ${campaignId} and position between ${batch.firstPosition} and ${batch.lastPosition} and state = 'queued'
    order by position`.execute(tx)
  return rows
}

/** Sends that are not finished and that no worker has touched since this instant, of every church. */
export async function selectQuietCampaigns(tx: Tx, since: Date): Promise<{ tenantId: string; campaignId: string }[]> {
  const { rows } = await sql<{ tenantId: string; campaignId: string }>`
    select tenant_id as "tenantId", campaign_id as "campaignId" from find_quiet_campaigns(${since})`.execute(tx)
  return rows
}
