import type { Patience } from '../calls/patience.ts'
import { ProviderRefusal, type ProviderStatus, type Known } from '../provider.ts'
import { captureOrder, providerStatusOf, readOrder, referenceOf, type Order } from './order.ts'
import type { AskPayPal } from './paypal-caller.ts'

/**
 * What became of an order. PayPal moves the money of an approved one only when it is told to, so it is told here, where
 * it may be taken. Never that of another reference: the id may have come from outside.
 */
export async function findOrder(paypal: AskPayPal, known: Known, patience: Patience): Promise<ProviderStatus> {
  const found = await readOrder(paypal, known.providerId, patience)
  if (!found) return { state: 'unknown' }
  if (found.status !== 'APPROVED') return providerStatusOf(found)
  if (referenceOf(found) !== known.reference) return { state: 'unknown' }
  return known.mayTake ? takeMoney(paypal, found, patience) : { state: 'open' }
}

async function takeMoney(paypal: AskPayPal, approved: Order, patience: Patience): Promise<ProviderStatus> {
  try {
    return providerStatusOf(await captureOrder(paypal, approved, patience))
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    if (error.code === 'ORDER_ALREADY_CAPTURED') {
      const taken = await readOrder(paypal, approved.id, patience)
      return taken ? providerStatusOf(taken) : { state: 'unknown' }
    }
    const state = REFUSED.get(error.code)
    if (!state) throw error
    return { state }
  }
}

/** developer.paypal.com/api/rest/reference/orders/v2/errors: what they say of the payer's means, not of our call. */
const REFUSED = new Map<string, 'open' | 'declined' | 'ended'>([
  ['ORDER_NOT_APPROVED', 'open'],
  ['PAYER_ACTION_REQUIRED', 'open'],
  ['ORDER_EXPIRED', 'ended'],
  ['INSTRUMENT_DECLINED', 'declined'],
  ['TRANSACTION_REFUSED', 'declined'],
  ['PAYER_CANNOT_PAY', 'declined'],
  ['PAYER_ACCOUNT_RESTRICTED', 'declined'],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'declined'],
  ['CARD_EXPIRED', 'declined'],
  ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'declined'],
  ['MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'declined'],
])
