import { invalid, stripeRefusal } from './errors.ts'
import { readUnits, type Sum } from '../till/sum.ts'

const ZERO_DECIMAL = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])

/**
 * Currencies that an account takes here. GHS is not on Stripe's public list; the product offers it, so this account has
 * it switched on.
 */
const TAKEN = new Set(
  'AED AUD BRL CAD CHF CLP COP CZK DKK EGP EUR GBP GHS GNF HKD HUF IDR ILS INR JPY KES KRW MAD MWK MXN MYR NGN NOK NZD PHP PLN RON RWF SEK SGD THB TRY TWD TZS UGX USD VND XAF XOF ZAR ZMW'.split(
    ' ',
  ),
)

/** Stripe's amounts: whole numbers of minor units; none for zero-decimal currencies, and two zeros for UGX. */
export function stripeSum(currency: string, amount: unknown, param: string): Sum {
  const code = currency.toUpperCase()
  if (!TAKEN.has(code) || currency !== currency.toLowerCase())
    throw invalid(
      `${param}[currency]`,
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${listed()}`,
    )
  const units = readUnits(amount)
  if (units === null)
    throw stripeRefusal(400, {
      code: 'parameter_invalid_integer',
      param,
      message: `Invalid integer: ${String(amount)}`,
    })
  if (units < 1n) throw invalid(param, 'This value must be greater than or equal to 1.')
  if (code === 'UGX' && units % 100n !== 0n)
    throw invalid(
      param,
      `Invalid amount: ${units}. Amounts in ugx have two decimals that must be zero: divisible by 100.`,
    )
  return { units, decimals: ZERO_DECIMAL.has(code) ? 0 : 2, currency: code }
}

const listed = (): string => [...TAKEN].join(', ').toLowerCase()
