import { z } from 'zod'
import type { Answer } from '../calls/exchange.ts'
import type { Ask } from '../calls/json-caller.ts'
import type { Patience } from '../calls/patience.ts'
import { minorSaid, numberId, read } from '../calls/read.ts'
import { ProviderAway, ProviderRefusal, type Taken } from '../provider.ts'
import { data } from './answers.ts'

/** More than one transaction can have, and few enough to be read in one go. */
const PAGES_MOST = 10

const refund = z.object({
  amount_refunded: z.number(),
  status: z.string(),
  transaction_id: numberId.optional(),
  tx_id: numberId.optional(),
})
type Refund = z.infer<typeof refund>

const paged = z.object({ meta: z.object({ page_info: z.object({ total_pages: z.int().nonnegative() }) }) })

/**
 * How much of a transaction went back, in minor units. Only what the provider tells counts: where it does not, nothing is
 * known, and money that went back must not go back once more.
 */
export async function refundedOf(ask: Ask, { providerId, currency }: Taken, patience: Patience): Promise<number> {
  let sum = 0
  let pages = 1
  for (let page = 1; page <= pages; page += 1) {
    const query = page === 1 ? '' : `&page=${page}`
    const answer = await ask({ method: 'GET', path: `/v3/refunds?id=${providerId}${query}`, patience })
    for (const { transaction_id, tx_id, status, amount_refunded } of refundsIn(answer))
      if ((transaction_id ?? tx_id) === providerId && !/fail/i.test(status)) sum += minorSaid(amount_refunded, currency)
    pages = Math.max(pages, paged.safeParse(answer.body).data?.meta.page_info.total_pages ?? 1)
    if (pages > PAGES_MOST) throw new ProviderAway('The provider answered more than can be read.')
  }
  return sum
}

function refundsIn(answer: Answer): Refund[] {
  try {
    return read(z.array(refund), data(answer) ?? [])
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    // Who has never given anything back is refused at some accounts.
    if (error.code === 'no_refunds') return []
    throw new ProviderAway('The provider did not say what it has given back.')
  }
}
