import type { House } from '#server/platform/house.ts'
import type { Receipt } from '../gateways/gateway.ts'
import { selectChurchesOf } from '../delivery/campaign-store.ts'
import type { Outcome } from './outcome-store.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { readReference } from '../delivery/reference.ts'

/** Books delivery receipts, campaign by campaign. References that are not ours are passed over. */
export async function receiveReceipts({ database }: House, receipts: Receipt[], at: Date): Promise<void> {
  const byCampaign = new Map<string, Outcome[]>()
  for (const receipt of receipts) {
    const reference = readReference(receipt.reference)
    if (!reference) continue
    const outcomes = byCampaign.get(reference.campaignId) ?? []
    outcomes.push({ position: reference.position, state: receipt.state, accepted: true, reason: receipt.reason })
    byCampaign.set(reference.campaignId, outcomes)
  }
  const churches = await database.withoutTenant((tx) => selectChurchesOf(tx, [...byCampaign.keys()]))
  for (const [campaignId, outcomes] of byCampaign) {
    const tenantId = churches.get(campaignId)
    if (tenantId)
      await database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId }, outcomes, at))
  }
}
