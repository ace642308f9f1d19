import { currencyCode, type Patience, providerId, read } from './calls.ts'
import type { Dispute, Notice } from './provider.ts'
import type { AskStripe } from './stripe-sdk.ts'
import { aboutEvent, AFTERWARDS, event } from './stripe-notice.ts'
import { z } from 'zod'

const dispute = z.object({
  id: providerId,
  status: z.string(),
  amount: z.int().nonnegative(),
  currency: currencyCode,
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
})

/** The disputes of a payment, the newest first. */
export async function disputesOf(ask: AskStripe, intentId: string, patience: Patience): Promise<Dispute[]> {
  const list = await ask(patience, (stripe, within) =>
    stripe.disputes.list({ payment_intent: intentId, limit: 100 }, within),
  )
  const { data } = read(z.object({ data: z.array(dispute) }), list)
  return data.map(({ id, status, amount, currency, evidence_details }) => ({
    id,
    state: stateOf(status),
    amountMinor: amount,
    currency,
    answerBy: evidence_details?.due_by ? new Date(evidence_details.due_by * 1_000) : null,
  }))
}

/** docs.stripe.com/disputes/how-disputes-work: a warning that is closed cost nothing, as one that was won. */
function stateOf(status: string): Dispute['state'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

const PAGE = 100
/** More than one of our installations has in some days; what is beyond comes by its notice. */
const PAGES_MOST = 10

const events = z.object({ data: z.array(z.intersection(event, z.object({ id: providerId }))), has_more: z.boolean() })

/** What Stripe would have told us by notices, from its own book of events, which goes back thirty days. */
export async function changesSince(ask: AskStripe, since: Date, patience: Patience): Promise<Notice[]> {
  const found = new Map<string, Notice>()
  let after: string | undefined
  for (let page = 0; page < PAGES_MOST; page += 1) {
    const wish = {
      // Also what was paid: a second page under one reference shows there.
      types: [...AFTERWARDS, 'checkout.session.completed'],
      created: { gte: Math.floor(since.getTime() / 1_000) },
      limit: PAGE,
      ...(after === undefined ? {} : { starting_after: after }),
    }
    const { data, has_more } = read(events, await ask(patience, (stripe, within) => stripe.events.list(wish, within)))
    for (const { type, data: told } of data) {
      const about = await aboutEvent(ask, { type, object: told.object }, patience)
      if (typeof about === 'object') found.set(`${about.reference} ${about.providerId}`, about)
    }
    after = data.at(-1)?.id
    if (!has_more || after === undefined) break
  }
  return [...found.values()]
}
