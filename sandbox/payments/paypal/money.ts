import { z } from 'zod'
import { readMajor, type Sum } from '../till/sum.ts'
import { paypalRefusal, type Issue } from './errors.ts'

const TAKEN = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
)
const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD'])

export const money = z.object({ currency_code: z.string().length(3), value: z.string().max(32) })

/** PayPal's amounts: decimals as text, with no more of them than the currency has. */
export function paypalSum({ currency_code, value }: z.output<typeof money>, field: string): Sum {
  const refuse = (issue: Issue) => paypalRefusal(422, { field: `${field}/value`, value, location: 'body', issue })
  if (!TAKEN.has(currency_code))
    throw paypalRefusal(422, {
      field: `${field}/currency_code`,
      value: currency_code,
      location: 'body',
      issue: 'INVALID_CURRENCY_CODE',
    })
  if (value.startsWith('-')) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE')
  const decimals = WITHOUT_DECIMALS.has(currency_code) ? 0 : 2
  const units = readMajor(value, decimals)
  if (units === null)
    throw /^\d+\.\d+$/.test(value)
      ? refuse('DECIMAL_PRECISION')
      : paypalRefusal(400, { field: `${field}/value`, value, location: 'body', issue: 'INVALID_PARAMETER_SYNTAX' })
  if (units < 1n) throw refuse('CANNOT_BE_ZERO_OR_NEGATIVE')
  return { units, decimals, currency: currency_code }
}
