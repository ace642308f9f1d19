import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { CampaignPurpose } from './campaign-store.ts'

export const BATCH_SIZE = 500
/** Longer than a call to the gateway and a look-up together: after this the worker that took a batch is gone. */
const LEASE_SECONDS = 40

/** A run of recipients. `attempts` fences: who records it must still be the last who took it. */
export type Batch = {
  firstPosition: number
  lastPosition: number
  attempts: number
  /** Since when the gateway may have accepted some of it without our knowing; null: it surely did not. */
  unsureSince: Date | null
}

const columns = sql`
  first_position as "firstPosition", last_position as "lastPosition", attempts, unsure_since as "unsureSince"`

/** Takes the next recipients nobody took yet. */
export async function claimNewBatch(tx: Tx, tenantId: string, campaignId: string, at: Date): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    with campaign as (
      select claimed_through, recipients from sms_campaign where id = ${campaignId} and finished_at is null for update
    ), moved as (
      update sms_campaign c set claimed_through = least(campaign.claimed_through + ${BATCH_SIZE}, campaign.recipients)
      from campaign where c.id = ${campaignId} and campaign.claimed_through < campaign.recipients
      returning campaign.claimed_through + 1 as first, c.claimed_through as last
    )
    insert into sms_batch (tenant_id, campaign_id, first_position, last_position, claimed_at, leased_at)
    select ${tenantId}, ${campaignId}, first, last, ${at}, ${at} from moved
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

/** Takes over a batch that was begun and never finished: it was given back, or its lease is over. */
export async function claimAbandonedBatch(tx: Tx, campaignId: string, at: Date): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    update sms_batch b set attempts = b.attempts + 1, leased_at = ${at}, given_back = false,
      -- Whoever had it and did not give it back was killed, perhaps behind the gateway's acceptance.
      unsure_since = case when b.given_back then b.unsure_since else coalesce(b.unsure_since, b.leased_at) end
    from (
      select tenant_id, campaign_id, first_position as first from sms_batch
      where campaign_id = ${campaignId} and finished_at is null
        and (given_back or leased_at <= ${at}::timestamptz - make_interval(secs => ${LEASE_SECONDS}))
      order by first_position limit 1 for update skip locked
    ) old
    where b.tenant_id = old.tenant_id and b.campaign_id = old.campaign_id and b.first_position = old.first
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

/** Gives a batch back at once, so that the next worker need not wait for its lease to end. */
export async function giveBackBatch(
  tx: Tx,
  campaignId: string,
  batch: Batch,
  { maybeAccepted, at }: { maybeAccepted: boolean; at: Date },
): Promise<void> {
  await sql`
    update sms_batch set given_back = true,
      unsure_since = case when ${maybeAccepted} then coalesce(unsure_since, ${at}) else null end
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null`.execute(tx)
}

/** False when somebody else has taken the batch over in the meantime. */
export async function finishBatch(tx: Tx, campaignId: string, batch: Batch, at: Date): Promise<boolean> {
  const finished = await sql`
    update sms_batch set finished_at = ${at}
    where campaign_id = ${campaignId} and first_position = ${batch.firstPosition} and attempts = ${batch.attempts}
      and finished_at is null
    returning 1`.execute(tx)
  return finished.rows.length > 0
}

export async function hasUnfinishedBatches(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await sql<{ unfinished: boolean }>`
    select exists (select from sms_batch where campaign_id = ${campaignId} and finished_at is null) as unfinished`.execute(
    tx,
  )
  return rows[0]?.unfinished ?? false
}

export type CampaignText = {
  id: string
  senderMask: string
  message: string
  neutralName: string
  gateway: string
  purpose: CampaignPurpose
  createdAt: Date
}
type QueuedRecipient = { position: number; phone: string; firstName: string }

/** A campaign that is not finished. */
export async function selectCampaignText(tx: Tx, campaignId: string): Promise<CampaignText | null> {
  const { rows } = await sql<CampaignText>`
    select id, sender_mask as "senderMask", message, neutral_name as "neutralName", gateway, purpose, created_at as "createdAt"
    from sms_campaign where id = ${campaignId} and finished_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Those of a batch that have no answer yet; receipts may have come before our own record. */
export async function selectQueued(tx: Tx, campaignId: string, batch: Batch): Promise<QueuedRecipient[]> {
  const { rows } = await sql<QueuedRecipient>`
    select position, phone, first_name as "firstName" from sms_recipient
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
