import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeFor, readDecimal, type Decimal } from '#contract/billing/exact.ts'
import { MONTHS_MOST } from '#contract/billing/payments.ts'
import { currencies } from '#contract/money.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import {
  isAsQuoted,
  lastDayOf,
  quotedOnFor,
  remainingOf,
  termOf,
  type Term,
  type TermEntry,
  type TermPlan,
} from './periods.ts'

/**
 * An oracle that shares nothing with the rules: days are numbers counted by the Julian algorithm, every day of a church is one
 * cell that says on which plan it is, and sums are fractions of BigInt.
 */
const julian = (year: number, month: number, day: number): bigint => {
  const a = BigInt(Math.floor((14 - month) / 12))
  const [y, m] = [BigInt(year) + 4800n - a, BigInt(month) + 12n * a - 3n]
  return BigInt(day) + (153n * m + 2n) / 5n + 365n * y + y / 4n - y / 100n + y / 400n - 32_045n
}
const numberOf = (day: string): bigint => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return julian(year, month, date)
}
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengthOf = (year: number, month: number): number =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
/** The same date so many months later, or that month's last. */
const monthsOn = (day: string, months: number): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const [y, m] = [year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1]
  const d = Math.min(date, lengthOf(y, m))
  const text = (value: number, digits: number) => String(value).padStart(digits, '0')
  return `${text(y, 4)}-${text(m, 2)}-${text(d, 2)}`
}

/** Of each day since the first, the plan that it is on; -1 is the trial, and what is not there belongs to nobody. */
type Cells = (number | undefined)[]

/** What is bought, and when: an instant, and what was done. */
type Step = { hours: number; plan: number; months: number; what: 'buy' | 'grant' | 'refund'; days: number }
type Chain = { start: number; zone: string; currency: string; prices: string[]; steps: Step[] }

const zones = [
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/New_York',
  'UTC',
  'Africa/Lagos',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]
const price = fc
  .tuple(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 0, max: 99 }))
  .map(([a, b]) => `${a}.${b}`)
const step: fc.Arbitrary<Step> = fc.record({
  hours: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 24 * 150 })),
  plan: fc.integer({ min: 0, max: 2 }),
  months: fc.integer({ min: 1, max: MONTHS_MOST }),
  what: fc.constantFrom('buy', 'buy', 'buy', 'buy', 'grant', 'refund'),
  days: fc.integer({ min: 1, max: 60 }),
})
const chain: fc.Arbitrary<Chain> = fc.record({
  // From 1999 on, so that 2000 (a leap year) and 2100 (none) are met.
  start: fc.integer({ min: Date.UTC(1999, 0), max: Date.UTC(2104, 0) }),
  zone: fc.constantFrom(...zones),
  currency: fc.constantFrom(...[...currencies].filter(([, { withdrawn }]) => !withdrawn).map(([code]) => code)),
  prices: fc.array(price, { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
})

const planOf = (index: number): TermPlan => ({ id: `plan ${index}`, name: `${index}`, membershipSize: 100 })
/** A price as hundredths. */
const hundredths = (text = '0'): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}
const halfUp = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below)

/** Minor units of a sum of so many thirtieths of a hundredth. */
function minorOf(parts: bigint, currency: string): bigint {
  const { exponent = 2, step: whole = 1 } = currencies.get(currency) ?? {}
  return halfUp(parts * 10n ** BigInt(exponent), 3_000n * BigInt(whole)) * BigInt(whole)
}

const CHAINS = 10_000

type Act = { on: string } & ({ id: string; plan: number; months: number; kept: readonly number[] } | { days: number })

/** A church as its days are: what is done lays cell by cell. */
function churchOf(opened: string, trialUntil: string) {
  const base = numberOf(opened)
  const place = (day: string): number => Number(numberOf(day) - base)
  const cells: Cells = Array.from({ length: place(trialUntil) + 1 }, () => -1)
  let [end, last] = [trialUntil, -1]
  const lay = (act: Act): void => {
    const isOver = place(end) < place(act.on)
    const from = isOver ? place(act.on) : place(end) + 1
    if ('days' in act) end = addDays(isOver ? act.on : end, act.days)
    else {
      for (let at = place(act.on); at < cells.length; at += 1)
        if (!act.kept.includes(cells[at] ?? -1) && cells[at] !== undefined) cells[at] = act.plan
      ;[end, last] = [monthsOn(isOver ? act.on : end, act.months), act.plan]
    }
    for (let at = from; at <= place(end); at += 1) cells[at] = last
  }
  return { cells, place, lay }
}

const decimals = new Map<string, Decimal>()
const decimalOf = (text = ''): Decimal => {
  const known = decimals.get(text) ?? readDecimal(text) ?? { units: 0n, scale: 0 }
  decimals.set(text, known)
  return known
}

const same = (what: string, ours: unknown, theirs: unknown): void => {
  if (ours !== theirs) throw new Error(`${what}: ${String(ours)} is ${String(theirs)}`)
}

/** One chain by the rules and by the oracle; answers how many purchases it had, and how many days were raised. */
function run({ start, zone, currency, prices, steps }: Chain): { purchases: number; raised: number } {
  const opened = dayIn(zone, new Date(start))
  const trialUntil = addDays(opened, 30)
  const trial = { id: null, name: 'Trial', membershipSize: 100 }
  const entries: TermEntry[] = [{ kind: 'opened', onDay: opened, plan: trial, startedOn: null, expiresOn: trialUntil }]
  let [acts, church, now, purchases, raised]: [Act[], ReturnType<typeof churchOf>, number, number, number] = [
    [],
    churchOf(opened, trialUntil),
    start,
    0,
    0,
  ]
  for (const [index, { hours, plan, months, what, days }] of steps.entries()) {
    now += hours * 3_600_000
    const on = dayIn(zone, new Date(now))
    const back = what === 'refund' ? acts.findLast((act) => 'id' in act) : undefined
    if (back && 'id' in back) {
      entries.push({ kind: 'refunded', onDay: on, paymentId: back.id, days: null })
      acts = acts.filter((act) => act !== back)
      church = churchOf(opened, trialUntil)
      for (const act of acts) church.lay(act)
    } else if (what === 'grant') {
      entries.push({ kind: 'granted', onDay: on, days })
      acts.push({ on, days })
      church.lay({ on, days })
    } else {
      const bought = buy({ term: termOf(entries), church, on, plan, months, prices, currency })
      const { kept } = bought
      entries.push({ kind: 'paid', onDay: on, paymentId: `${index}`, plan: planOf(plan), months, kept })
      const act = { id: `${index}`, on, plan, months, kept: kept.map((id) => Number(id.at(-1))) }
      acts.push(act)
      church.lay(act)
      purchases += 1
      raised += bought.raised
    }
  }
  compare(termOf(entries), church)
  return { purchases, raised }
}

type Buying = Pick<Step, 'plan' | 'months'> &
  Pick<Chain, 'prices' | 'currency'> & { term: Term; church: ReturnType<typeof churchOf>; on: string }

/** What the rules charge and raise for a purchase, held against the cells that are left. */
function buy({ term, church, on, plan, months, prices, currency }: Buying): { kept: string[]; raised: number } {
  const chosen = { planId: `plan ${plan}`, perMonth: decimalOf(prices[plan]) }
  const remaining = remainingOf(term, on)
  const quoted = quotedOnFor(remaining, chosen, (id) => decimalOf(prices[Number(id.at(-1))]))
  if (!quoted) throw new Error('Every plan has a price')
  const own = hundredths(prices[plan])
  const later = church.cells.slice(church.place(on) + 1)
  let [parts, raised] = [0n, 0]
  const dearer = new Set<string>()
  for (const cell of later) {
    const cost = cell === undefined || cell < 0 ? own : hundredths(prices[cell])
    if (own > cost) [parts, raised] = [parts + own - cost, raised + 1]
    if (cost > own) dearer.add(`plan ${cell}`)
  }
  const charged = chargeFor([{ price: chosen.perMonth, count: BigInt(months) }, ...quoted.upgrades], currency)
  same('charged', charged, minorOf(own * BigInt(months) * 30n + parts, currency))
  const { quotedOn } = quoted
  same(
    'days',
    quotedOn.raised.reduce((sum, one) => sum + one.days, 0),
    raised,
  )
  same('kept', [...quotedOn.kept].sort().join(), [...dearer].sort().join())
  same('as quoted', isAsQuoted(remaining, chosen.planId, quotedOn), true)
  return { kept: quotedOn.kept, raised }
}

/** Each day of the term is the cell's, and there is no cell besides. */
function compare(term: Term, { cells, place }: ReturnType<typeof churchOf>): void {
  let days = 0
  for (const { plan, from, until } of term) {
    const on = plan.id === null ? -1 : Number(plan.id.at(-1))
    for (let at = place(from); at <= place(until); at += 1, days += 1) same(`day ${at}`, on, cells[at])
  }
  same('days', days, cells.filter((cell) => cell !== undefined).length)
  same('last day', place(lastDayOf(term)), cells.length - 1)
}

test(`${CHAINS.toLocaleString('en')} chains of purchases: what is charged is what the calendar has, day by day`, () => {
  let [purchases, raised] = [0, 0]
  fc.assert(
    fc.property(chain, (one) => {
      const done = run(one)
      purchases += done.purchases
      raised += done.raised
    }),
    { numRuns: CHAINS },
  )
  expect(purchases).toBeGreaterThan(CHAINS)
  expect(raised).toBeGreaterThan(CHAINS)
}, 120_000)
