import { exponentOf, minorFor, readDecimal } from '#contract/billing/exact.ts'

/**
 * Whether a typed amount is this many minor units. Spaces, and commas and points that group thousands, do not matter:
 * people copy amounts from their bank.
 */
export function isSameAmount(typed: string, amountMinor: number, currency: string): boolean {
  const text = typed.replaceAll(/[^\d.,]/g, '')
  const [, whole = '', , decimals = ''] = /^([\d.,]*?)(?:([.,])(\d{1,2}))?$/.exec(text) ?? []
  if (decimals.length > exponentOf(currency) && Number(decimals) !== 0) return false
  const exact = readDecimal(`${whole.replaceAll(/[.,]/g, '') || '0'}${decimals && `.${decimals}`}`)
  return exact !== null && minorFor([{ price: exact, count: 1n }], currency) === BigInt(amountMinor)
}
