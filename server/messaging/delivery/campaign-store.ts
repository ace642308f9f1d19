import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { CampaignPurpose } from '../sms/campaign-store.ts'
import type { Batch } from './batch-store.ts'

export type CampaignText = {
  id: string
  senderMask: string
  message: string
  neutralName: string
  gateway: string
  purpose: CampaignPurpose
  createdAt: Date
}
export type QueuedRecipient = { position: number; phone: string; firstName: string }

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

export async function selectChurchesOf(tx: Tx, campaignIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ campaign_id: string; tenant_id: string }>`
    select campaign_id, tenant_id from find_campaign_churches(${campaignIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.campaign_id, row.tenant_id]))
}
