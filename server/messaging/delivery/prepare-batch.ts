import { personalise } from '#contract/messaging/segments.ts'
import { permitted } from '#server/people/index.ts'
import type { OutgoingSms } from '../gateways/gateway.ts'
import { selectQueued, type Batch } from './batch-store.ts'
import type { Delivery } from './delivery.ts'
import type { Outcome } from './outcome-store.ts'
import { referenceOf } from './reference.ts'

export type PreparedBatch = { messages: OutgoingSms[]; skipped: Outcome[] }

/** Reads a batch and asks consent for each number at this moment: who refused since the send is skipped. */
export async function prepareBatch({ house, tenantId, campaign }: Delivery, batch: Batch): Promise<PreparedBatch> {
  return house.database.withTenant(tenantId, async (tx) => {
    const queued = await selectQueued(tx, campaign.id, batch)
    const permits = await permitted(tx, {
      channel: 'sms',
      addresses: queued.map(({ phone }) => phone),
      purpose: 'bulk',
      at: house.clock.now(),
    })
    const permitOf = new Map(permits.map((permit) => [permit.address, permit]))
    const prepared: PreparedBatch = { messages: [], skipped: [] }
    for (const { position, phone, firstName } of queued) {
      const permit = permitOf.get(phone)
      if (!permit) prepared.skipped.push({ position, state: 'skipped', accepted: false, reason: 'opted_out' })
      else
        prepared.messages.push({
          reference: referenceOf(campaign.id, position),
          from: campaign.senderMask,
          permit,
          text: personalise(campaign.message, firstName, campaign.neutralName),
        })
    }
    return prepared
  })
}
