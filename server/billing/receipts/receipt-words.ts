import type { Payment } from '#contract/billing/payments.ts'
import { methodNames } from '../payments/payment-words.ts'

/** What a payment was made with, within a sentence: We have received ... by bank transfer, through Paystack. */
export function wayOfPaying(method: Payment['method']): string {
  if (method === 'bank_transfer') return 'by bank transfer'
  return method === 'stripe' ? 'by card (Stripe)' : `through ${methodNames[method]}`
}

/** `1 SMS unit`, `1,000 SMS units`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** A line of what was paid: `1,000 SMS units`, `Growing, 3 months`, `Larger plan for 12 remaining days`. */
export function lineText({ what, count }: Payment['lines'][number], planName: string | null): string {
  if (what === 'units') return counted(count, 'SMS unit')
  if (what === 'months') return `${planName ?? ''}, ${counted(count, 'month')}`
  return `Larger plan for ${counted(count, 'remaining day')}`
}

/** The day of an instant on the church's calendar: 3 May 2026. */
export const dayText = (instant: Date, timeZone: string): string =>
  instant.toLocaleDateString('en-GB', { timeZone, dateStyle: 'long' })
