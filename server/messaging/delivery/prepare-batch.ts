import { personalise } from '#contract/messaging/segments.ts'
import { permitted } from '#server/people/index.ts'
import type { OutgoingSms } from '../gateways/gateway.ts'
import type { Batch } from './batch-store.ts'
import { selectQueued } from './campaign-store.ts'
import type { Delivery } from './delivery.ts'
import { referenceOf } from './reference.ts'

/** What of a batch has no answer yet. `messages` may be sent; `refused` were opted out since the send was accepted. */
export type PreparedBatch = { messages: OutgoingSms[]; refused: string[] }

/** Reads a batch and asks consent for each number at this moment. */
export async function prepareBatch({ context, tenantId, campaign }: Delivery, batch: Batch): Promise<PreparedBatch> {
  return context.database.withTenant(tenantId, async (tx) => {
    const queued = await selectQueued(tx, campaign.id, batch)
    const addresses = queued.map(({ phone }) => phone)
    const { purpose } = campaign
    const permits = await permitted(tx, { channel: 'sms', addresses, purpose, at: context.clock.now() })
    const permitOf = new Map(permits.map((permit) => [permit.address, permit]))
    const prepared: PreparedBatch = { messages: [], refused: [] }
    for (const { position, phone, firstName } of queued) {
      const reference = referenceOf(campaign.id, position)
      const permit = permitOf.get(phone)
      const text = personalise(campaign.message, firstName, campaign.neutralName)
      if (permit) prepared.messages.push({ reference, from: campaign.senderMask, permit, text })
      else prepared.refused.push(reference)
    }
    return prepared
  })
}
