import { majorText } from '#contract/billing/exact.ts'
import type { Payment } from '#contract/billing/payments.ts'
import { signBefore } from '#contract/money.ts'
import type { MailLanguage } from './language.ts'

/** What was bought, in words: `1,000 SMS units`, `Growing, 3 months`. */
export function whatOf({ units, planName, months }: Pick<Payment, 'units' | 'planName' | 'months'>): string {
  if (units !== null) return counted(units, 'SMS unit')
  return `${planName ?? ''}, ${counted(months ?? 0, 'month')}`
}

/** How it was paid, in the words of the church's screens. */
export const methodNames = {
  bank_transfer: 'Bank transfer',
  stripe: 'Card (Stripe)',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
} as const satisfies Record<Payment['method'], string>

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

/** The day of an instant on a calendar: 3 May 2026. */
export const dateText = (instant: Date, timeZone: string, language: MailLanguage = 'en'): string =>
  instant.toLocaleDateString(LOCALES[language], { timeZone, dateStyle: 'long' })

const LOCALES = { en: 'en-GB', fr: 'fr-FR' } as const

/** `2026-05-03` as 3 May 2026. */
export const dayText = (day: string, language: MailLanguage = 'en'): string =>
  dateText(new Date(`${day}T00:00:00Z`), 'UTC', language)

/** An amount for people to read: ₦3,540.50, CFA 2,950. */
export function moneyText(amountMinor: number, currency: string, language: MailLanguage = 'en'): string {
  const [whole = '', part] = majorText(amountMinor, currency).split('.')
  const [locale, point] = language === 'fr' ? ['fr-FR', ','] : ['en-US', '.']
  return `${signBefore(currency)}${Number(whole).toLocaleString(locale)}${part === undefined ? '' : `${point}${part}`}`
}
