import type { PaymentRecord } from '../payment-store.ts'

const pages = {
  units: { open: '/tenant/units', gated: '/buyunitsexpired' },
  subscription: { open: '/tenant/subscription', gated: '/subexpired' },
} as const

/**
 * Where the provider leads the payer back to. It tells the payment's id and nothing about anybody; `outcome` is a hint for
 * the page and never evidence.
 */
export function returnUrls(
  publicUrl: string,
  { id, purpose }: Pick<PaymentRecord, 'id' | 'purpose'>,
  whileGated: boolean,
): { paidUrl: string; cancelledUrl: string } {
  const page = pages[purpose][whileGated ? 'gated' : 'open']
  const urlOf = (outcome: 'paid' | 'cancelled') => `${publicUrl}${page}?payment=${id}&outcome=${outcome}`
  return { paidUrl: urlOf('paid'), cancelledUrl: urlOf('cancelled') }
}
