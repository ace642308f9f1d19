import type { PaymentRecord } from './payment-store.ts'

/** What was bought, in words: `1,000 SMS units`, `Growing, 3 months`. */
export function whatOf({ units, planName, months }: Pick<PaymentRecord, 'units' | 'planName' | 'months'>): string {
  if (units !== null) return `${units.toLocaleString('en-US')} SMS unit${units === 1 ? '' : 's'}`
  return `${planName ?? ''}, ${months ?? 0} month${months === 1 ? '' : 's'}`
}

/** How it was paid, in the words of the church's screens. */
export const methodNames = {
  bank_transfer: 'Bank transfer',
  stripe: 'Card (Stripe)',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
} as const satisfies Record<PaymentRecord['method'], string>
