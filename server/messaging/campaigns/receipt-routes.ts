import { smsReceipts } from '#contract/messaging/receipts.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import type { Gateways, Receipt } from '../gateways/index.ts'
import { selectChurchesOf, type Outcome } from './outcome-store.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { readReference } from './ask-gateway.ts'

/** Books delivery receipts, campaign by campaign. References that are not ours are passed over. */
export async function receiveReceipts({ database }: AppContext, receipts: Receipt[], at: Date): Promise<void> {
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

export function receiptRoutes(serve: Serve, context: AppContext, gateways: Gateways): void {
  serve(smsReceipts, async ({ params, request, at }) => {
    const gateway = gateways.find(params.gateway)
    if (!gateway) throw new ApiError('not_found')
    const { rawBody } = request
    const receipts = rawBody ? gateway.readReceipts({ rawBody, headers: request.headers, at }) : 'unsigned'
    if (receipts === 'unsigned') throw new ApiError('bad_signature')
    if (receipts === 'unreadable') throw new ApiError('invalid_input')
    await receiveReceipts(context, receipts, at)
    return { received: receipts.length }
  })
}
