import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export const BATCH_SIZE = 500
/** Longer than a call to the gateway and a look-up together: after this the worker that took a batch is gone. */
const LEASE_SECONDS = 40

export type CampaignText = { id: string; senderMask: string; message: string; neutralName: string; gateway: string }
/** A run of recipients. `attempts` fences: who records it must still be the last who took it. */
export type Batch = { firstPosition: number; lastPosition: number; attempts: number; claimedAt: Date }
export type QueuedRecipient = { position: number; phone: string; firstName: string }

export async function selectCampaignText(tx: Tx, campaignId: string): Promise<CampaignText | null> {
  const { rows } = await sql<CampaignText>`
    select id, sender_mask as "senderMask", message, neutral_name as "neutralName", gateway
    from sms_campaign where id = ${campaignId} and finished_at is null`.execute(tx)
  return rows[0] ?? null
}

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
    returning first_position as "firstPosition", last_position as "lastPosition", attempts, claimed_at as "claimedAt"`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Takes over a batch that was begun and never finished, once its lease is over. The first time it was taken stays known. */
export async function claimAbandonedBatch(tx: Tx, campaignId: string, at: Date): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    update sms_batch b set attempts = b.attempts + 1, leased_at = ${at}
    from (
      select tenant_id, campaign_id, first_position from sms_batch
      where campaign_id = ${campaignId} and finished_at is null
        and leased_at <= ${at}::timestamptz - make_interval(secs => ${LEASE_SECONDS})
      order by first_position limit 1 for update skip locked
    ) old
    where b.tenant_id = old.tenant_id and b.campaign_id = old.campaign_id and b.first_position = old.first_position
    returning b.first_position as "firstPosition", b.last_position as "lastPosition", b.attempts, b.claimed_at as "claimedAt"`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Gives a batch back at once, so that the next worker need not wait for its lease to end. */
export async function freeBatch(tx: Tx, campaignId: string, batch: Batch): Promise<void> {
  await sql`
    update sms_batch set leased_at = '-infinity'
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

export async function selectChurchesOf(tx: Tx, campaignIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ campaign_id: string; tenant_id: string }>`
    select campaign_id, tenant_id from find_campaign_churches(${campaignIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.campaign_id, row.tenant_id]))
}
