import {
  chargeFor,
  isCharged,
  isHalfWay,
  minorOf,
  readDecimal,
  roundedUp,
  unitsFor,
  type Term,
} from '#contract/billing/exact.ts'
import type { Payment, Purchase } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { monthPrice, smsPrice, type Price } from './pricing.ts'
import {
  daysLeft,
  lastDayOf,
  openBook,
  quotedOnFor,
  remainingOf,
  selectPlans,
  termOf,
  type Book,
  type QuotedOn,
} from '../subscription/index.ts'
import { selectPrices, selectTax, type PriceRecord } from './price-store.ts'
import { percentText, taxOn, taxWithin, type TaxRate } from './tax.ts'

/** What a purchase comes to, and what it is made of: `amountMinor` is the lines and the tax. */
export type Quote = {
  purpose: Purchase['purpose']
  currency: string
  amountMinor: number
  taxMinor: number
  /** Percent, exact. */
  taxRate: string
  taxName: string
  priceId: string
  units: number | null
  /** Units that a client which reckons in floats may show for it: one less at an exact half-way; null: not units. */
  unitsInFloats: number | null
  planId: string | null
  months: number | null
  /** What months were quoted on; null for units, the plan for a trial too. */
  quotedPlanId: string | null
  quotedExpiresOn: string | null
  quotedOn: QuotedOn | null
  /** Last day that it is good for, as of now; null for units. */
  expiresOn: string | null
  /** From which day on the church is on the plan; null for units. */
  planFrom: string | null
  /** Days that are left of what is paid already. */
  daysLeft: number
  lines: Payment['lines']
}

type UnitsPurchase = Extract<Purchase, { purpose: 'units' }>
type SubscriptionPurchase = Extract<Purchase, { purpose: 'subscription' }>

/**
 * What a purchase costs this church at this moment: all of it is the server's reckoning. Throws `no_price`,
 * `plan_not_offered`, `plan_too_small`, and `invalid_input` for an amount that buys nothing.
 */
export async function quotePurchase(tx: Tx, tenantId: TenantId, purchase: Purchase, at: Date): Promise<Quote> {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  if (!isCharged(purchase.currency)) throw new ApiError('no_price')
  const { isoCode } = book.record
  const [prices, tax] = [await selectPrices(tx, isoCode, at), await selectTax(tx, isoCode, at)]
  if (purchase.purpose === 'units') return quoteUnits(purchase, { price: smsPrice(prices, purchase.currency), tax })
  return quoteMonths(tx, purchase, { book, prices, tax })
}

/** What is typed is what is paid: tax is within it. */
function quoteUnits({ currency, amount }: UnitsPurchase, { price, tax }: { price: Price | null; tax: TaxRate }): Quote {
  if (!price) throw new ApiError('no_price')
  const paid = readDecimal(amount)
  const units = paid ? Number(unitsFor(paid, price.amount)) : 0
  if (!paid || units === 0) throw new ApiError('invalid_input', { fields: { amount: 'Please enter amount' } })
  const amountMinor = Number(minorOf(roundedUp(paid), currency))
  const taxMinor = taxWithin(amountMinor, tax)
  return {
    purpose: 'units',
    currency,
    amountMinor,
    ...taxed(taxMinor, tax),
    priceId: price.id,
    units,
    unitsInFloats: isHalfWay(paid, price.amount) ? units - 1 : units,
    lines: [{ what: 'units', count: units, amountMinor: amountMinor - taxMinor }],
    ...noMonths,
  }
}

const noMonths = {
  planId: null,
  months: null,
  daysLeft: 0,
  expiresOn: null,
  planFrom: null,
  quotedPlanId: null,
  quotedExpiresOn: null,
  quotedOn: null,
}

const taxed = (taxMinor: number, { name, percent }: TaxRate) => ({
  taxMinor,
  taxRate: percentText(percent),
  taxName: name,
})

type Standing = { book: Book; prices: PriceRecord[]; tax: TaxRate }

async function quoteMonths(
  tx: Tx,
  { currency, planId, months }: SubscriptionPurchase,
  { book, prices, tax }: Standing,
): Promise<Quote> {
  const { record, entries, term, today } = book
  const plan = (await selectPlans(tx)).find(({ id }) => id === planId)
  if (!plan) throw new ApiError('plan_not_offered')
  const price = monthPrice(prices, plan.id, currency)
  if (!price) throw new ApiError('no_price')
  refuseTooSmall(plan, record.people)
  const priceOf = (id: string) => monthPrice(prices, id, currency)?.amount ?? null
  const quoted = quotedOnFor(remainingOf(term, today), { planId, perMonth: price.amount }, priceOf)
  if (!quoted) throw new ApiError('no_price')
  const { quotedOn, upgrades } = quoted
  const terms: [Term, ...Term[]] = [{ price: price.amount, count: BigInt(months) }, ...upgrades]
  const netMinor = Number(chargeFor(terms, currency))
  if (netMinor === 0) throw new ApiError('no_price')
  const taxMinor = taxOn(netMinor, tax, currency)
  const entry = { kind: 'paid', onDay: today, paymentId: '', plan, months, kept: quotedOn.kept } as const
  const after = termOf([...entries, entry])
  return {
    purpose: 'subscription',
    currency,
    amountMinor: netMinor + taxMinor,
    ...taxed(taxMinor, tax),
    priceId: price.id,
    units: null,
    unitsInFloats: null,
    planId,
    months,
    quotedPlanId: record.planId,
    quotedExpiresOn: lastDayOf(term),
    quotedOn,
    daysLeft: daysLeft(lastDayOf(term), today),
    expiresOn: lastDayOf(after),
    planFrom: after.find(({ plan: { id }, until }) => id === planId && until >= today)?.from ?? today,
    lines: linesOf(terms, currency),
  }
}

/** Throws `plan_too_small`, with both numbers, for a plan that does not hold everybody. */
export function refuseTooSmall({ membershipSize }: { membershipSize: number }, people: number): void {
  if (membershipSize >= people) return
  throw new ApiError('plan_too_small', {
    message: `${inEnglish(people)} people are registered, and this plan allows ${inEnglish(membershipSize)}.`,
    fields: { people: String(people), most: String(membershipSize) },
  })
}

/** The sum is rounded once: each line is what it adds to those before it. */
function linesOf(terms: readonly [Term, ...Term[]], currency: string): Payment['lines'] {
  let before = 0
  return terms.map((term, index) => {
    const sum = Number(chargeFor(terms.slice(0, index + 1), currency))
    const line = {
      what: term.parts ? 'upgrade' : 'months',
      count: Number(term.count),
      amountMinor: sum - before,
    } as const
    before = sum
    return line
  })
}

const inEnglish = (count: number): string => count.toLocaleString('en-US')
