/**
 * Every legal purchase of months, against sums and days reckoned otherwise: `npm run grid`. The cells are counted from the
 * product's own constants before any is tried; covered and legal must be equal. Then each block is run with a deliberate
 * fault, which it must catch. Exit code 1 where it does not.
 */
import { chargeFor, isCharged, readDecimal } from '#contract/billing/exact.ts'
import { MONTHS_MOST } from '#contract/billing/payments.ts'
import { paymentMethods } from '#contract/billing/providers.ts'
import { currencies } from '#contract/money.ts'
import { checkSum, offeredFor } from '#server/billing/providers/amounts.ts'
import {
  lastDayOf,
  periodOn,
  quotedOnFor,
  remainingOf,
  termOf,
  type TermEntry,
} from '#server/billing/subscription/periods.ts'
import { demoPlans } from '#server/demo/installation.ts'
import { addDays } from '#server/platform/runtime/index.ts'

type Method = (typeof paymentMethods)[number]
type Change = 'same' | 'dearer' | 'cheaper'
type Cell = { method: Method; change: Change; currency: string; plan: number; months: number; days: number }

const CHANGES: Change[] = ['same', 'dearer', 'cheaper']
const DAYS = [0, 1, 29, 30, 31, 60]
const TODAY = '2028-01-31'
const charged = [...currencies.keys()].filter(isCharged)
const offered = (method: Method): string[] =>
  charged.filter((code) => method === 'bank_transfer' || offeredFor('subscription', code).includes(method))

/** The plan that a church has before, for a change to this one; null: there is none so cheap, or so dear. */
const beforeOf = (plan: number, change: Change): number | null => {
  const before = change === 'same' ? plan : change === 'dearer' ? plan - 1 : plan + 1
  return before in demoPlans ? before : null
}

/** A month of a plan, in hundredths: with a part that no currency divides evenly, so that rounding shows. */
const hundredthsOf = (plan: number): bigint => BigInt((demoPlans[plan]?.times ?? 0) * 1_000) * 100n + 37n

const idOf = (plan: number): string => `plan ${plan}`
const priceOf = (id: string) => readDecimal(`${hundredthsOf(Number(id.at(-1))) / 100n}.37`)

type Rules = { quoted: typeof quotedOnFor; charge: typeof chargeFor; term: typeof termOf; check: typeof checkSum }
const rules: Rules = { quoted: quotedOnFor, charge: chargeFor, term: termOf, check: checkSum }

/** What is bought in a cell by the product's rules: the sum, the last day, and the plan of today and of the day after the old end. */
function bought({ method, change, currency, plan, months, days }: Cell, by: Rules): string {
  const present = idOf(beforeOf(plan, change) ?? plan)
  const perMonth = priceOf(idOf(plan))
  if (!perMonth) throw new Error('A plan has a price')
  const planFor = (id: string) => ({ id, name: id, membershipSize: 100 })
  const end = addDays(TODAY, days)
  const opened: TermEntry = {
    kind: 'opened',
    onDay: '2028-01-01',
    plan: planFor(present),
    startedOn: '2028-01-01',
    expiresOn: end,
  }
  const quoted = by.quoted(remainingOf(by.term([opened]), TODAY), { planId: idOf(plan), perMonth }, priceOf)
  if (!quoted) throw new Error('Every plan has a price')
  const sum = by.charge([{ price: perMonth, count: BigInt(months) }, ...quoted.upgrades], currency)
  if (method !== 'bank_transfer') by.check(method, { amountMinor: Number(sum), currency })
  const { kept } = quoted.quotedOn
  const term = by.term([
    opened,
    { kind: 'paid', onDay: TODAY, paymentId: 'x', plan: planFor(idOf(plan)), months, kept },
  ])
  return [sum, lastDayOf(term), periodOn(term, TODAY).plan.id, periodOn(term, addDays(end, 1)).plan.id].join(' ')
}

/** The same by other means: fractions over one denominator, and days by the calendar's own arithmetic. */
function expected({ change, currency, plan, months, days }: Cell): string {
  const { exponent = 2, step = 1 } = currencies.get(currency) ?? {}
  const present = beforeOf(plan, change) ?? plan
  const more = hundredthsOf(plan) - hundredthsOf(present)
  // Thirtieths of a hundredth.
  const parts = hundredthsOf(plan) * BigInt(months) * 30n + (more > 0n ? more * BigInt(days) : 0n)
  const below = 3_000n * BigInt(step)
  const sum = ((2n * parts * 10n ** BigInt(exponent) + below) / (2n * below)) * BigInt(step)
  const end = new Date(Date.parse(TODAY) + days * 86_400_000)
  const [year, month] = [end.getUTCFullYear(), end.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const until = new Date(Date.UTC(year, month, Math.min(end.getUTCDate(), last))).toISOString().slice(0, 10)
  // A dearer plan begins now; a cheaper one when what is paid is over, which today is where no day is left.
  const now = change === 'cheaper' && days > 0 ? present : plan
  return [sum, until, idOf(now), idOf(plan)].join(' ')
}

type Block = { method: Method; change: Change; legal: number; cells: Cell[] }

const blocks: Block[] = paymentMethods.flatMap((method) =>
  CHANGES.map((change) => {
    const plans = demoPlans.map((_, plan) => plan).filter((plan) => beforeOf(plan, change) !== null)
    // Counted, not gathered: what is missing below is seen.
    const places = demoPlans.length - (change === 'same' ? 0 : 1)
    const legal = offered(method).length * places * MONTHS_MOST * DAYS.length
    const cells = offered(method).flatMap((currency) =>
      plans.flatMap((plan) =>
        Array.from({ length: MONTHS_MOST }, (_, index) => index + 1).flatMap((months) =>
          DAYS.map((days): Cell => ({ method, change, currency, plan, months, days })),
        ),
      ),
    )
    return { method, change, legal, cells }
  }),
)

const differs = (cell: Cell, by: Rules): boolean => {
  try {
    return bought(cell, by) !== expected(cell)
  } catch {
    return true
  }
}

/** What could go wrong in a block, each put into the one rule that it stands in. */
const faults: Record<string, { of: (block: Block) => boolean; rules: Rules }> = {
  'a sum is one coin short': {
    of: () => true,
    rules: { ...rules, charge: (terms, code) => chargeFor(terms, code) - BigInt(currencies.get(code)?.step ?? 1) },
  },
  'every currency has two decimals': {
    of: ({ cells }) => cells.some(({ currency }) => currencies.get(currency)?.exponent === 0),
    rules: { ...rules, charge: (terms, _code) => chargeFor(terms, 'NGN') },
  },
  'a day too many is charged': {
    of: ({ change }) => change === 'dearer',
    rules: {
      ...rules,
      quoted: (left, ...rest) =>
        quotedOnFor(
          left.map((one) => ({ ...one, days: one.days + 1 })),
          ...rest,
        ),
    },
  },
  'days of the same plan are charged again': {
    of: ({ change }) => change === 'same',
    rules: {
      ...rules,
      quoted: (left, chosen, of) => {
        const days = BigInt(left.reduce((sum, one) => sum + one.days, 0))
        const upgrades = days > 0n ? [{ price: chosen.perMonth, count: days, parts: 30n }] : []
        return { quotedOn: quotedOnFor(left, chosen, of)?.quotedOn ?? { kept: [], free: [], raised: [] }, upgrades }
      },
    },
  },
  'a cheaper plan begins at once': {
    of: ({ change }) => change === 'cheaper',
    rules: {
      ...rules,
      quoted: (...given) => {
        const quoted = quotedOnFor(...given)
        return quoted && { ...quoted, quotedOn: { ...quoted.quotedOn, kept: [] } }
      },
    },
  },
  'months begin today': {
    of: () => true,
    rules: { ...rules, term: (entries) => termOf(entries.filter(({ kind }) => kind !== 'paid')) },
  },
  'a gateway is asked for a currency that it does not take': {
    of: ({ method }) => method !== 'bank_transfer',
    rules: { ...rules, check: (provider, sum) => checkSum(provider, { ...sum, currency: 'SLL' }) },
  },
}

let failures = 0
for (const block of blocks) {
  const wrong = block.cells.filter((cell) => differs(cell, rules))
  const covered = block.cells.length - wrong.length
  const put = Object.entries(faults).filter(([, { of }]) => of(block))
  const missed = put
    .filter(([, fault]) => !block.cells.some((cell) => differs(cell, fault.rules)))
    .map(([name]) => name)
  const isWell = covered === block.legal && missed.length === 0
  if (!isWell) failures += 1
  const caught = `${put.length - missed.length} of ${put.length} faults caught`
  console.log(
    `${isWell ? '✓' : '✗'} ${block.method}, ${block.change}: covered ${covered} of ${block.legal} legal, ${caught}`,
  )
  if (wrong[0]) console.log('  ', wrong[0], bought(wrong[0], rules), 'and not', expected(wrong[0]))
  for (const name of missed) console.log(`   nothing notices that ${name}`)
}
const legal = blocks.reduce((sum, block) => sum + block.legal, 0)
const covered = blocks.reduce((sum, { cells }) => sum + cells.filter((cell) => !differs(cell, rules)).length, 0)
console.log(`covered ${covered} / legal ${legal}, ${blocks.length} blocks, ${charged.length} currencies`)
process.exitCode = failures > 0 || covered !== legal ? 1 : 0
