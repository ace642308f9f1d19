import { z } from 'zod/mini'
import { currencyCode } from '../billing/payments.ts'
import { calendarDay } from '../calendar.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { consoleChange, reason } from './changes.ts'
import { consoleAct } from './console-acts.ts'

const isoCode = z.string().check(z.regex(/^[A-Z]{2}$/))
/** Exact decimal above zero, six places at most. */
export const priceAmount = z.string().check(z.trim(), z.maxLength(20), z.regex(/^(?!0+(\.0+)?$)\d{1,9}(\.\d{1,6})?$/))

export const consolePrice = z.object({
  id,
  /** null: wherever no price names the country. */
  isoCode: z.nullable(z.string()),
  currency: z.string(),
  amount: z.string(),
  /** Instant; one that is to come is no price yet. */
  startedAt: z.string(),
  /** Instant at which it ends, because another begins then; null: nothing follows. */
  endsAt: z.nullable(z.string()),
})
export const consolePlan = z.object({
  id,
  name: z.string(),
  description: z.string(),
  membershipSize: z.int(),
  offered: z.boolean(),
  /** Churches on it. */
  churches: z.int(),
  /** Of one month. */
  prices: z.array(consolePrice),
})
export type ConsolePlan = z.infer<typeof consolePlan>
export const consolePrices = z.object({
  plans: z.array(consolePlan),
  sms: z.array(consolePrice),
  email: z.array(consolePrice),
})
export type ConsolePrices = z.infer<typeof consolePrices>

export const listPrices = endpoint({
  method: 'GET',
  path: '/api/operator/prices',
  access: 'operator',
  summary: 'Plans, and what everything costs by country and currency',
  response: consolePrices,
  errors: [],
})

export const planFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  description: z.string().check(z.trim(), z.maxLength(300)),
  membershipSize: z.int().check(z.gte(1), z.lte(10_000_000)),
  offered: z.boolean(),
})
const planInput = z.extend(planFields, { reason })

/** What takes a second operator answers the change that waits for one; null: everything is like this already. */
export const asked = z.nullable(consoleChange)

export const addPlan = endpoint({
  method: 'POST',
  path: '/api/operator/plans',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for another plan; a second operator confirms',
  body: planInput,
  response: asked,
  errors: ['invalid_input', 'name_taken'],
})

/** Churches that have the plan keep the size they paid for until they pay again. */
export const editPlan = endpoint({
  method: 'PUT',
  path: '/api/operator/plans/{id}',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for a change of a plan; a second operator confirms',
  params: idParams,
  body: planInput,
  response: asked,
  errors: ['invalid_input', 'not_found', 'name_taken'],
})

export const priceFields = z.object({
  product: z.enum(['sms', 'email', 'subscription']),
  planId: z.nullable(id),
  isoCode: z.nullable(isoCode),
  currency: currencyCode,
  amount: z.nullable(priceAmount),
  /** The day that it begins with, at 00:00 UTC; null: as soon as it is confirmed. */
  startsOn: z.optional(z.nullable(calendarDay)),
})

/**
 * Once confirmed it ends the price in force and begins this one, at once or on a day to come, in the stead of whatever was
 * to begin from then on; `amount` null only ends. What was quoted before keeps its price.
 */
export const setPrice = endpoint({
  method: 'PUT',
  path: '/api/operator/prices',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for a price; a second operator confirms',
  body: z.extend(priceFields, { reason }),
  response: asked,
  errors: ['invalid_input', 'not_found'],
})

export const consoleRoute = z.object({
  id: z.string(),
  name: z.string(),
  legacyName: z.string(),
  /** null: every country that no other route names. */
  countries: z.nullable(z.array(z.string())),
  /** A segment costs numerator / denominator units. */
  rateNumerator: z.int(),
  rateDenominator: z.int(),
  gateway: z.string(),
  /** Tried where the first surely took nothing; null: none. */
  fallbackGateway: z.nullable(z.string()),
  returnsUndelivered: z.boolean(),
  availability: z.string(),
  reachesDnd: z.boolean(),
})
export type ConsoleRoute = z.infer<typeof consoleRoute>

export const listRoutes = endpoint({
  method: 'GET',
  path: '/api/operator/routes',
  access: 'operator',
  summary: 'SMS routes, and the gateways that this installation has',
  response: z.object({ routes: z.array(consoleRoute), gateways: z.array(z.string()) }),
  errors: [],
})

const gatewayName = z.string().check(z.minLength(1), z.maxLength(40))

export const routeFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  countries: z.nullable(z.array(isoCode).check(z.minLength(1), z.maxLength(250))),
  rateNumerator: z.int().check(z.gte(1), z.lte(10_000)),
  rateDenominator: z.int().check(z.gte(1), z.lte(10_000)),
  gateway: gatewayName,
  fallbackGateway: z.nullable(gatewayName),
  returnsUndelivered: z.boolean(),
  /** What churches read beside the price: `available 8am to 7:30pm`. */
  availability: z.string().check(z.trim(), z.maxLength(120)),
  reachesDnd: z.boolean(),
})

/** Messages on their way keep what they were quoted. */
export const editRoute = endpoint({
  method: 'PUT',
  path: '/api/operator/routes/{id}',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for a change of an SMS route; a second operator confirms',
  params: z.object({ id: z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]+$/)) }),
  body: z.extend(routeFields, { reason }),
  response: asked,
  errors: ['invalid_input', 'not_found'],
})

export const bankAccount = z.object({
  currency: currencyCode,
  accountName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  accountNumber: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  bank: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  note: z.string().check(z.trim(), z.maxLength(300)),
})
export const settings = z.object({
  /** Who issues receipts; null: they name nobody. */
  legalName: z.nullable(z.string().check(z.trim(), z.maxLength(160))),
  taxNumber: z.nullable(z.string().check(z.trim(), z.maxLength(40))),
  supportEmail: z.nullable(z.string().check(z.trim(), z.maxLength(254))),
  supportPhone: z.nullable(z.string().check(z.trim(), z.maxLength(40))),
  /** https only. */
  chatUrl: z.nullable(z.string().check(z.trim(), z.maxLength(300), z.regex(/^https:\/\/[^\s"<>]+$/))),
  /** Amounts in major units above which a payment needs two operators, by currency. Without one every payment needs two. */
  approvalLimits: z.array(z.object({ currency: currencyCode, amount: priceAmount })).check(z.maxLength(30)),
  bankAccounts: z.array(bankAccount).check(z.maxLength(30)),
})
export type Settings = z.infer<typeof settings>
/** As they are sent: whoever does not know of the issuer leaves it out. */
export type SettingsSent = Omit<Settings, 'legalName' | 'taxNumber'> & {
  legalName?: string | null | undefined
  taxNumber?: string | null | undefined
}

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/operator/settings',
  access: 'operator',
  summary: 'How the installation is reached and paid',
  response: settings,
  errors: [],
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/operator/settings',
  access: 'operator',
  recentPassword: true,
  summary: 'Ask for other settings, a currency once in each list; a second operator confirms',
  body: z.extend(settings, {
    reason,
    // Left out it stays as it is.
    legalName: z.optional(settings.shape.legalName),
    taxNumber: z.optional(settings.shape.taxNumber),
  }),
  response: asked,
  errors: ['invalid_input'],
})

const provider = z.object({
  /** For example `sms:default`, `mail`. */
  name: z.string(),
  /** Calls in the last hour and day. */
  lastHour: z.object({ succeeded: z.int(), failed: z.int() }),
  lastDay: z.object({ succeeded: z.int(), failed: z.int() }),
  lastSucceededAt: z.nullable(z.string()),
  lastFailedAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  state: z.enum(['quiet', 'well', 'troubled', 'down']),
})
export const health = z.object({
  providers: z.array(provider),
  database: z.object({ answersInMs: z.number(), sizeBytes: z.int() }),
  jobs: z.object({ waiting: z.int(), running: z.int(), failedLastDay: z.int(), oldestWaitingS: z.nullable(z.int()) }),
})
export type Health = z.infer<typeof health>

export const readHealth = endpoint({
  method: 'GET',
  path: '/api/operator/health',
  access: 'operator',
  summary: 'How gateways, mail, database and jobs do',
  response: health,
  errors: [],
})

export const consoleEntry = z.object({
  id,
  at: z.string(),
  operatorName: z.string(),
  act: consoleAct,
  churchId: z.nullable(id),
  churchName: z.nullable(z.string()),
  /** What it is about; of a change `before` and `after`, each an object of the fields that changed. */
  details: z.record(z.string(), z.unknown()),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type ConsoleEntry = z.infer<typeof consoleEntry>

/** Written once; nobody changes or removes a line. */
export const listConsoleLog = endpoint({
  method: 'GET',
  path: '/api/operator/log',
  access: 'operator',
  summary: 'What operators did, the newest first',
  query: z.object({ ...pageQuery, churchId: z.optional(id), operatorId: z.optional(id) }),
  response: pageOf(consoleEntry),
  errors: ['invalid_input', 'invalid_cursor'],
})
