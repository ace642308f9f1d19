import { z } from 'zod'
import { currencyCode, minorSaid, type Patience, read } from './calls.ts'
import type { AskPayPal } from './paypal-orders.ts'
import { type Dispute, type Notice, ProviderRefusal, type ProviderStatus } from './provider.ts'

const DISPUTES = '/v1/customer/disputes'
const PAGE = 50
/** More than one of our installations has in some days; what is beyond comes by its notice. */
const PAGES_MOST = 10

const money = z.object({ currency_code: currencyCode, value: z.string().max(32) })
const dispute = z.object({
  dispute_id: z.string().regex(/^[A-Za-z0-9-]{1,255}$/),
  status: z.string(),
  dispute_amount: money,
  seller_response_due_date: z.string().nullish(),
})
const details = z.object({
  ...dispute.shape,
  dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: money.nullish() }).nullish(),
})
/** What a dispute is about; `custom` and `invoice_number` are our reference. */
const disputed = z.object({
  disputed_transactions: z
    .array(z.object({ custom: z.string().max(2_000).nullish(), invoice_number: z.string().max(200).nullish() }))
    .min(1),
})
/** A page without any dispute has no list. */
const page = z.object({
  items: z.array(dispute).default([]),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
})

type Taken = Extract<ProviderStatus, { state: 'paid' | 'refunded' }>

/**
 * The same status with the disputes of its capture. A dispute that is lost is paid back as a refund of the capture too, so
 * what it took is not counted twice. An account without the feature Disputes is refused them: then nothing is known.
 */
export async function withDisputes(
  paypal: AskPayPal,
  status: Taken,
  { captureId, patience }: { captureId: string; patience: Patience },
): Promise<Taken> {
  try {
    const disputes = await disputesOf(paypal, captureId, patience)
    if (status.state === 'paid') return { ...status, disputes }
    const lost = disputes.filter(({ state }) => state === 'lost').reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    return { ...status, refundedMinor: Math.max(0, status.refundedMinor - lost), disputes }
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'unauthorized') return status
    throw error
  }
}

async function disputesOf(paypal: AskPayPal, captureId: string, patience: Patience): Promise<Dispute[]> {
  const path = `${DISPUTES}?disputed_transaction_id=${encodeURIComponent(captureId)}&page_size=${PAGE}`
  const { items } = read(page, await paypal.ask({ method: 'GET', path, patience }))
  const found: Dispute[] = []
  for (const { dispute_id } of items) {
    const answer = await paypal.ask({ method: 'GET', path: `${DISPUTES}/${dispute_id}`, patience })
    found.push(presented(read(details, answer)))
  }
  return found
}

function presented({
  dispute_id: id,
  status,
  seller_response_due_date: due,
  ...told
}: z.infer<typeof details>): Dispute {
  const outcome = status === 'RESOLVED' ? (told.dispute_outcome ?? { outcome_code: 'NONE' }) : null
  const state = outcome ? (LOST.has(outcome.outcome_code) ? 'lost' : 'won') : 'open'
  const { value, currency_code: currency } =
    (state === 'lost' && outcome && 'amount_refunded' in outcome && outcome.amount_refunded) || told.dispute_amount
  const answerBy = due && !Number.isNaN(Date.parse(due)) ? new Date(due) : null
  return { id, state, amountMinor: minorSaid(value, currency), currency, answerBy }
}

/** We paid: by PayPal's word, or because we accepted it. What PayPal pays out of its own pocket stays with us. */
const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])

/** Disputes that changed since then; the list does not name what they are about. */
export async function changesSince(paypal: AskPayPal, since: Date, patience: Patience): Promise<Notice[]> {
  const found: Notice[] = []
  let path = `${DISPUTES}?update_time_after=${since.toISOString()}&page_size=${PAGE}`
  for (let pages = 0; pages < PAGES_MOST && path !== ''; pages += 1) {
    const { items, links } = read(page, await paypal.ask({ method: 'GET', path, patience }))
    for (const { dispute_id } of items) {
      const about = await paypal.ask({ method: 'GET', path: `${DISPUTES}/${dispute_id}`, patience })
      const reference = referenceIn(about)
      if (reference) found.push({ reference, providerId: null, isAfterwards: true })
    }
    path = nextOf(links)
  }
  return found
}

/** Only the word by which the next page is asked for: the rest of the address is ours. */
function nextOf(links: readonly { href: string; rel: string }[]): string {
  const next = links.find(({ rel }) => rel === 'next')
  const token = next && URL.parse(next.href)?.searchParams.get('next_page_token')
  return token ? `${DISPUTES}?next_page_token=${encodeURIComponent(token)}&page_size=${PAGE}` : ''
}

/** Our reference in a dispute; null: other software of the same account made that payment. */
export function referenceIn(said: unknown): string | null {
  const [about] = disputed.safeParse(said).data?.disputed_transactions ?? []
  return about?.custom || about?.invoice_number || null
}
