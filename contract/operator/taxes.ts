import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'
import { consoleChange, reason } from './changes.ts'

const isoCode = z.string().check(z.regex(/^[A-Z]{2}$/))

export const consoleTax = z.object({
  id,
  isoCode: z.string(),
  name: z.string(),
  /** Percent, exact. */
  rate: z.string(),
  startedAt: z.string(),
  endsAt: z.nullable(z.string()),
})
export type ConsoleTax = z.infer<typeof consoleTax>

/** Countries without a row have no tax. */
export const listTaxes = endpoint({
  method: 'GET',
  path: '/api/operator/taxes',
  access: 'operator',
  summary: 'Tax by country, on everything that is sold there',
  response: z.array(consoleTax),
  errors: [],
})

export const taxFields = z.object({
  isoCode,
  /** As receipts call it: VAT. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** Percent, four places at most; null: no tax any more. */
  rate: z.nullable(z.string().check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,4})?$/))),
  /** As of a price. */
  startsOn: z.optional(z.nullable(calendarDay)),
})

/** Months cost it on top; of units, whose sum is typed, it is within. What was quoted before keeps its tax. */
export const setTax = endpoint({
  method: 'PUT',
  path: '/api/operator/taxes',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for the tax of a country; a second operator confirms',
  body: z.extend(taxFields, { reason }),
  response: z.nullable(consoleChange),
  errors: ['invalid_input'],
})
