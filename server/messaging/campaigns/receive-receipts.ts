import { z } from 'zod/mini'
import { deliveryReason } from '#contract/messaging/delivery-reasons.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { Receipt } from '../gateways/index.ts'
import { readReference } from './ask-gateway.ts'
import { selectChurchesOf, selectMessagesOf, type Outcome } from './outcome-store.ts'
import { recordOutcomes } from './record-outcomes.ts'

/** Books receipts that came before we had written down what their gateway calls the message. */
export const matchReceiptsJob = defineJob({
  name: 'messaging.match-receipts',
  payload: z.object({
    gateway: z.string(),
    tries: z.int(),
    receipts: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['accepted', 'delivered', 'failed']),
        reason: z.nullable(deliveryReason),
        code: z._default(z.nullable(z.string()), null),
      }),
    ),
  }),
  options: { retryLimit: 2 },
})

/** When they are looked for again, in seconds: a worker that was killed has written its answers by then, or never will. */
const LOOKED_FOR_AFTER = [2, 10, 60, 600, 3_600]

/** Books delivery receipts, campaign by campaign. References that are not ours are passed over. */
export async function receiveReceipts(
  context: AppContext,
  gateway: string,
  receipts: Receipt[],
  tries = 0,
): Promise<void> {
  const { database, clock } = context
  const ids = receipts.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const messages =
    ids.length > 0
      ? await database.withoutTenant((tx) => selectMessagesOf(tx, gateway, ids))
      : new Map<string, { campaignId: string; position: number }>()
  const byCampaign = new Map<string, Outcome[]>()
  for (const receipt of receipts) {
    const message = receipt.id === undefined ? readReference(receipt.reference) : messages.get(receipt.id)
    if (!message) continue
    const outcomes = byCampaign.get(message.campaignId) ?? []
    byCampaign.set(message.campaignId, outcomes)
    outcomes.push(outcomeOf(receipt, message.position))
  }
  const churches = await database.withoutTenant((tx) => selectChurchesOf(tx, [...byCampaign.keys()]))
  for (const [campaignId, outcomes] of byCampaign) {
    const tenantId = churches.get(campaignId)
    if (tenantId)
      await database.withTenant(tenantId, (tx) => recordOutcomes(tx, { tenantId, campaignId }, outcomes, clock.now()))
  }
  await lookAgainLater(context, {
    gateway,
    tries,
    receipts: receipts.filter(({ id }) => id !== undefined && !messages.has(id)),
  })
}

const outcomeOf = ({ state, reason, code = null }: Receipt, position: number): Outcome =>
  state === 'accepted'
    ? { position, state: 'sent', accepted: true, reason: null, code: null }
    : { position, state, accepted: true, reason, code }

type Unmatched = { gateway: string; tries: number; receipts: Receipt[] }

/** Their message may not be written down yet. Those of nobody's are forgotten in the end. */
async function lookAgainLater(
  { database, enqueue }: AppContext,
  { gateway, tries, receipts }: Unmatched,
): Promise<void> {
  const startAfter = LOOKED_FOR_AFTER[tries]
  const named = receipts.flatMap((receipt) =>
    receipt.id === undefined ? [] : [{ ...receipt, code: receipt.code ?? null }],
  )
  if (named.length === 0 || startAfter === undefined) return
  await database.withoutTenant(async (tx) => {
    await enqueue(tx, matchReceiptsJob, { gateway, tries: tries + 1, receipts: named }, { startAfter })
  })
}

/**
 * Receipts that come one by one, from many connections, are booked together: while some are being written the others
 * gather, and each call is answered once its own are written.
 */
export function receiptBooker(context: AppContext): (gateway: string, receipts: Receipt[]) => Promise<void> {
  const waiting = new Map<string, Receipt[]>()
  const writing = new Map<string, Promise<void>>()
  const write = async (gateway: string, before: Promise<void> | undefined): Promise<void> => {
    await before?.catch(() => undefined)
    const receipts = waiting.get(gateway) ?? []
    waiting.delete(gateway)
    await receiveReceipts(context, gateway, receipts)
  }
  return async (gateway, receipts) => {
    const gathered = waiting.get(gateway)
    if (gathered) gathered.push(...receipts)
    else {
      waiting.set(gateway, [...receipts])
      writing.set(gateway, write(gateway, writing.get(gateway)))
    }
    await writing.get(gateway)
  }
}
