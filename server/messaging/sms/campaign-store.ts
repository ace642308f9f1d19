import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { SmsRoute } from './route-store.ts'

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

/** Says whether the church may send under this sender ID, and how it is spelled. */
export async function selectApprovedMask(tx: Tx, mask: string): Promise<string | null> {
  const { rows } = await sql<{ mask: string }>`
    select mask from sender_id where upper(mask) = upper(${mask}) and status = 2`.execute(tx)
  return rows[0]?.mask ?? null
}
