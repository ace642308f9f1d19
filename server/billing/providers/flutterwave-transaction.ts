import { z } from 'zod'
import { type Answer, type Ask, currencyCode, minorSaid, numberId, type Patience, read } from './calls.ts'
import { data, everyPage } from './flutterwave-answers.ts'
import { chargebacksOf, chargebacksSince } from './flutterwave-chargebacks.ts'
import { type Known, type Notice, ProviderAway, ProviderRefusal, type ProviderStatus, type Taken } from './provider.ts'

const refund = z.object({
  amount_refunded: z.number(),
  status: z.string(),
  transaction_id: numberId.optional(),
  tx_id: numberId.optional(),
})
type Refund = z.infer<typeof refund>

/**
 * How much of a transaction went back, in minor units. Only what the provider tells counts: where it does not, nothing is
 * known, and money that went back must not go back once more.
 */
async function refundedOf(ask: Ask, { providerId, currency }: Taken, patience: Patience): Promise<number> {
  const refunds = await everyPage(ask, `/v3/refunds?id=${providerId}`, { of: refundsIn, patience })
  return refunds
    .filter((one) => transactionOf(one) === providerId && !/fail/i.test(one.status))
    .reduce((sum, { amount_refunded }) => sum + minorSaid(amount_refunded, currency), 0)
}

const transactionOf = ({ transaction_id, tx_id }: Refund): string | undefined => transaction_id ?? tx_id

function refundsIn(answer: Answer): Refund[] {
  try {
    return read(z.array(refund), data(answer) ?? [])
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || error.code === 'unauthorized') throw error
    // Who has never given anything back is refused at some accounts.
    if (error.code === 'none_listed') return []
    throw new ProviderAway('The provider did not say what it has given back.')
  }
}

const transaction = z.object({
  id: numberId,
  tx_ref: z.string(),
  flw_ref: z.string().nullish().catch(null),
  amount: z.number(),
  currency: currencyCode,
  status: z.enum(['successful', 'failed', 'pending']),
})
type Transaction = z.infer<typeof transaction>

const ID = /^\d{1,16}$/

/**
 * Each try on a page is a transaction of its own under the same reference, so the reference is asked first: the id that we
 * heard of may be that of a try that failed.
 */
export async function findTransaction(
  ask: Ask,
  known: Pick<Known, 'reference' | 'providerId' | 'asksAfterwards'>,
  patience: Patience,
): Promise<ProviderStatus> {
  const latest = await verify(ask, `verify_by_reference?tx_ref=${encodeURIComponent(known.reference)}`, patience)
  const named =
    latest?.status !== 'successful' && known.providerId !== null && ID.test(known.providerId)
      ? await verify(ask, `${known.providerId}/verify`, patience)
      : null
  const found = named?.status === 'successful' ? named : (latest ?? named)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'successful') return { state: found.status === 'failed' ? 'declined' : 'open' }
  const status = await takenAt(ask, found, patience)
  return known.asksAfterwards ? { ...status, disputes: await chargebacksOf(ask, found, patience) } : status
}

async function verify(ask: Ask, path: string, patience: Patience): Promise<Transaction | null> {
  const answer = await ask({ method: 'GET', path: `/v3/transactions/${path}`, patience })
  try {
    return read(transaction, data(answer))
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'transaction_not_found') return null
    throw error
  }
}

/** A transaction stays successful when it is given back; its refunds stand apart. */
async function takenAt(
  ask: Ask,
  { id, tx_ref, amount, currency }: Transaction,
  patience: Patience,
): Promise<Extract<ProviderStatus, { state: 'paid' | 'refunded' }>> {
  const taken: Taken = { reference: tx_ref, providerId: id, amountMinor: minorSaid(amount, currency), currency }
  const refundedMinor = await refundedOf(ask, taken, patience)
  return refundedMinor > 0 ? { state: 'refunded', refundedMinor, ...taken } : { state: 'paid', ...taken }
}

const DAY_MS = 24 * 60 * 60_000
/** A bank may still decide about a chargeback so long after it was raised. */
const CHARGEBACK_DAYS = 120
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Chargebacks of the last months, however they stand now, and refunds since then: neither names a reference of ours. */
export async function changesSince(ask: Ask, since: Date, patience: Patience): Promise<Notice[]> {
  const disputed = new Date(since.getTime() - CHARGEBACK_DAYS * DAY_MS)
  const chargebacks = await chargebacksSince(ask, dayOf(disputed), patience)
  const refunds = await everyPage(ask, `/v3/refunds?from=${dayOf(since)}`, { of: refundsIn, patience })
  const ids = new Set([...chargebacks.map(({ transaction_id }) => transaction_id), ...refunds.map(transactionOf)])
  const found: Notice[] = []
  for (const id of ids) {
    const about = id && ID.test(id) ? await verify(ask, `${id}/verify`, patience) : null
    if (about) found.push({ reference: about.tx_ref, providerId: null, isAfterwards: true })
  }
  return found
}
