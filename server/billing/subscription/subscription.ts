import { audit } from '../../identity/index.ts'
import { addDays, dayIn, daysBetween } from '../../platform/runtime/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { lockBook, openBook, writeEntry, type Book } from './book.ts'
import { lastDayOf, periodOn } from './periods.ts'
import { stateOf, type ChurchState } from './state.ts'
import { hasPortal, selectPlan } from './subscription-store.ts'
import { addMonths, isDay, nextPaymentDue, renewalDay, statusOn } from './term.ts'
import type { SubscriptionStatus } from '#contract/billing/subscription.ts'

/** Where a church stands at a moment; null: there is no such church. */
export async function readState(tx: Tx, tenantId: TenantId, at: Date): Promise<ChurchState | null> {
  const book = await openBook(tx, tenantId, at)
  return book && stateOf(factsOf(book), at)
}

export const factsOf = ({ term, record: { people, overSince, timeZone } }: Book) => ({
  term,
  people,
  overSince,
  timeZone,
})

/** The plan of a church and how long it lasts. */
export async function readSubscription(tx: Tx, tenantId: TenantId, at: Date): Promise<SubscriptionStatus> {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const { record } = book
  const { state, present, expiresOn, upcoming } = stateOf(factsOf(book), at)
  const wanted = record.renewalPlanId === null ? null : await selectPlan(tx, record.renewalPlanId)
  return {
    ...shownPlan(present),
    people: record.people,
    startedOn: present.plan.id === null ? record.startedOn : present.from,
    expiresOn,
    renewsOn: renewalDay(expiresOn),
    nextPaymentDue: nextPaymentDue(expiresOn),
    status: statusOn(expiresOn, dayIn(record.timeZone, at)),
    state,
    upcoming: upcoming.map((period) => ({ ...shownPlan(period), from: period.from })),
    renewalPlan: wanted && { id: wanted.id, name: wanted.name },
    hasPortal: await hasPortal(tx, tenantId),
  }
}

const shownPlan = ({ plan }: ChurchState['present']) => ({
  planId: plan.id,
  planName: plan.name,
  membershipSize: plan.membershipSize,
})

type PaidMonths = {
  paymentId: string
  planId: string
  months: number
  /** Plans whose days stay as they are, for they are dearer. */
  kept: readonly string[]
  actor: Actor
  /** When it was paid: its day in the church's zone is the first. */
  paidAt: Date
  at: Date
}

/** Gives the months of a payment. Once, for `settle` calls it once. */
export async function addPaidMonths(tx: Tx, tenantId: TenantId, paid: PaidMonths): Promise<void> {
  const { paymentId, planId, months, kept, actor, paidAt, at } = paid
  const before = await lockBook(tx, tenantId, at)
  const plan = await selectPlan(tx, planId)
  if (!before || !plan) throw new Error('A payment is for a church and a plan that are there')
  const onDay = dayIn(before.record.timeZone, paidAt)
  const { id, name, membershipSize } = plan
  const entry = { kind: 'paid', onDay, paymentId, plan: { id, name, membershipSize }, months, kept } as const
  const after = await writeEntry(tx, before, entry, { actor, at })
  const days = { expiresOn: lastDayOf(after.term), expiredBefore: lastDayOf(before.term) }
  const details = { planName: name, months, ...days }
  await audit(tx, tenantId, actor, { act: 'subscription.extended', subjectId: paymentId, details, at })
}

type Back = {
  paymentId: string
  months: number
  /** What has gone back by now, of how much. */
  backMinor: number
  wholeMinor: number
  reason: string
  actor: Actor
  at: Date
}

/**
 * The money of months goes back, and they with it: all of them, or the days for that part, rounded down. However the same
 * word comes again, the days are taken once. Answers how many days the church has less than before.
 */
export async function takeMonthsBack(tx: Tx, tenantId: TenantId, back: Back): Promise<number> {
  const { paymentId, months, backMinor, wholeMinor, reason, actor, at } = back
  const before = await lockBook(tx, tenantId, at)
  if (!before) throw new Error('A payment is for a church that is there')
  const paid = before.entries.find((entry) => entry.kind === 'paid' && entry.paymentId === paymentId)
  const from = paid?.onDay ?? before.today
  const whole = daysBetween(from, addMonths(from, months))
  const part = Number((BigInt(whole) * BigInt(backMinor)) / BigInt(wholeMinor))
  const isWhole = backMinor >= wholeMinor
  if (!isWhole && part === 0) return 0
  const entry = { kind: 'refunded', onDay: before.today, paymentId, days: isWhole && paid ? null : part } as const
  const after = await writeEntry(tx, before, entry, { actor, at, reason })
  const days = { expiresOn: lastDayOf(after.term), expiredBefore: lastDayOf(before.term) }
  const { name: planName } = periodOn(after.term, after.today).plan
  const details = { planName, ...days, reason }
  await audit(tx, tenantId, actor, { act: 'subscription.taken_back', subjectId: paymentId, details, at })
  return Math.max(0, daysBetween(days.expiresOn, days.expiredBefore))
}

type HandMade = { reason: string; actor: Actor; at: Date }

export type HandMadeTerm = HandMade & {
  /** null, or the plan that the church has: plan and size stay as they are. */
  planId: string | null
  /** Last day, YYYY-MM-DD in the church's zone. */
  expiresOn: string
}

/**
 * Changes a church's plan or expiry by hand: what was to come later gives way. The gate follows at its next request, and the
 * church reads the reason. Throws `not_found` (no such church) and `invalid_input` (no such plan, no such day).
 */
export async function extendSubscription(
  tx: Tx,
  tenantId: TenantId,
  { planId, expiresOn, reason, actor, at }: HandMadeTerm,
): Promise<void> {
  if (!isDay(expiresOn)) throw new ApiError('invalid_input', { fields: { expiresOn: 'This date does not exist.' } })
  const before = await lockBook(tx, tenantId, at)
  if (!before) throw new ApiError('not_found')
  const present = periodOn(before.term, before.today)
  const isNew = planId !== null && planId !== present.plan.id
  const chosen = isNew ? await selectPlan(tx, planId) : present.plan
  if (!chosen) throw new ApiError('invalid_input', { fields: { planId: 'There is no such plan.' } })
  const plan = { id: chosen.id, name: chosen.name, membershipSize: chosen.membershipSize }
  const startedOn = isNew || lastDayOf(before.term) < before.today ? null : present.from
  const entry = { kind: 'changed', onDay: before.today, plan, startedOn, expiresOn } as const
  await writeEntry(tx, before, entry, { actor, at, reason })
  const days = { expiresOn, expiredBefore: lastDayOf(before.term) }
  const details = { planName: plan.name, planBefore: present.plan.name, ...days, reason }
  await audit(tx, tenantId, actor, { act: 'subscription.changed', details, at })
}

/** Gives days on top of what a church has; answers its last day. Throws `not_found`. */
export async function grantDays(
  tx: Tx,
  tenantId: TenantId,
  { days, reason, actor, at }: HandMade & { days: number },
): Promise<string> {
  const before = await lockBook(tx, tenantId, at)
  if (!before) throw new ApiError('not_found')
  const after = await writeEntry(tx, before, { kind: 'granted', onDay: before.today, days }, { actor, at, reason })
  const expiresOn = lastDayOf(after.term)
  const details = { days, expiresOn, expiredBefore: lastDayOf(before.term), reason }
  await audit(tx, tenantId, actor, { act: 'subscription.granted', details, at })
  return expiresOn
}

/** The last day that a church would have with so many days more. */
export async function lastDayWith(tx: Tx, tenantId: TenantId, { days, at }: { days: number; at: Date }) {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const end = lastDayOf(book.term)
  return { before: end, after: addDays(end < book.today ? book.today : end, days) }
}
