import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { addMonths, dayIn, daysBetween, isDay, type Day } from '../../platform/runtime/index.ts'
import { lastDayOf, periodOn, termOf, upcomingOf, type Term, type TermEntry, type TermPlan } from './periods.ts'
import {
  insertEntry,
  lockSubscription,
  selectEntries,
  selectPlan,
  selectSubscription,
  updateSubscription,
  type EntryRecord,
  type SubscriptionRecord,
} from './subscription-store.ts'

/** All that is known of a church's term. */
export type Book = {
  tenantId: TenantId
  record: SubscriptionRecord
  /** Those that are written, and behind them what has to be written first of all that comes. */
  entries: readonly EntryRecord[]
  unwritten: number
  term: Term
  today: Day
}

/** The book of a church as it stands; null: there is no such church. */
export async function openBook(tx: Tx, tenantId: TenantId, at: Date): Promise<Book | null> {
  const record = await selectSubscription(tx, tenantId)
  return record && bookOf(tenantId, record, { entries: await selectEntries(tx, tenantId), at })
}

/** The same, and nobody else writes in it before this transaction is over. */
export async function lockBook(tx: Tx, tenantId: TenantId, at: Date): Promise<Book | null> {
  const record = await lockSubscription(tx, tenantId)
  return record && bookOf(tenantId, record, { entries: await selectEntries(tx, tenantId), at })
}

/**
 * A church that has no entry yet stands where its row says. Where the row says another plan or day than the entries do, it
 * was moved without one, by an older version beside this one: that becomes an entry of its own, and nothing is lost.
 */
function bookOf(
  tenantId: TenantId,
  record: SubscriptionRecord,
  { entries, at }: { entries: readonly EntryRecord[]; at: Date },
): Book {
  const today = dayIn(record.timeZone, at)
  const last = entries.at(-1)
  if (!last) {
    const onDay = record.startedOn ?? dayIn(record.timeZone, record.createdAt)
    const opened = unsigned({ ...standing(record, today), kind: 'opened', onDay }, { number: 1, at: record.createdAt })
    return { tenantId, record, entries: [opened], unwritten: 1, term: termOf([opened]), today }
  }
  const term = termOf(entries)
  if (isSame(term, record, today)) return { tenantId, record, entries, unwritten: 0, term, today }
  const corrected = unsigned(
    { ...standing(record, today), kind: 'corrected', onDay: today },
    { number: last.number + 1, at },
  )
  const whole = [...entries, corrected]
  return { tenantId, record, entries: whole, unwritten: 1, term: termOf(whole), today }
}

const unsigned = (entry: TermEntry, { number, at }: { number: number; at: Date }): EntryRecord => ({
  ...entry,
  number,
  at,
  reason: null,
  actorKind: 'system',
  actorName: 'Narthex',
  payment: null,
})

/** The plan that a church's row says for a day. */
export function planOn({ planId, planName, membershipSize, upcoming }: SubscriptionRecord, day: Day): TermPlan {
  const begun = upcoming.findLast(({ from }) => from <= day)
  if (begun) return { id: begun.planId, name: begun.planName, membershipSize: begun.membershipSize }
  return { id: planId, name: planName, membershipSize }
}

const standing = (record: SubscriptionRecord, today: Day) => ({
  plan: planOn(record, today),
  startedOn: record.startedOn,
  expiresOn: record.expiresOn,
})

function isSame(term: Term, record: SubscriptionRecord, today: Day): boolean {
  const [ours, theirs] = [periodOn(term, today).plan, planOn(record, today)]
  const isPlan = ours.id === theirs.id && ours.membershipSize === theirs.membershipSize
  return isPlan && lastDayOf(term) === record.expiresOn
}

type Telling = { actor: Pick<Actor, 'kind' | 'name'>; at: Date; reason?: string }

/** Writes an entry and brings the church's row up to it: its gate knows at the next request. The book is locked. */
async function writeEntry(tx: Tx, book: Book, entry: TermEntry, { actor, at, reason }: Telling): Promise<Book> {
  const { tenantId } = book
  const written = book.entries.length - book.unwritten
  for (const [index, missing] of book.entries.slice(written).entries()) {
    const ledTo = lastDayOf(termOf(book.entries.slice(0, written + index + 1)))
    await insertEntry(tx, { ...missing, tenantId, ledTo, entry: missing })
  }
  const told = { at, reason: reason ?? null, actorKind: actor.kind, actorName: actor.name }
  const number = (book.entries.at(-1)?.number ?? 0) + 1
  const entries = [...book.entries, { ...entry, ...told, number, payment: null }]
  const term = termOf(entries)
  await insertEntry(tx, { tenantId, number, ledTo: lastDayOf(term), entry, ...told })
  const next = { ...book, entries, unwritten: 0, term }
  await keepRow(tx, next, entry.kind === 'paid' ? null : book.record.renewalPlanId)
  return next
}

/**
 * Writes what the term says of today into the church's row, which gates and lists read. Who pays has chosen: nothing else is
 * wanted from the renewal on.
 */
export async function keepRow(
  tx: Tx,
  { tenantId, record, term, today }: Book,
  renewalPlanId: string | null,
): Promise<void> {
  const { plan, from } = periodOn(term, today)
  const upcoming = upcomingOf(term, today).map((period) => ({
    planId: period.plan.id,
    planName: period.plan.name,
    membershipSize: period.plan.membershipSize,
    from: period.from,
  }))
  await updateSubscription(tx, tenantId, {
    planId: plan.id,
    planName: plan.name,
    membershipSize: plan.membershipSize,
    // A trial has begun, but nothing is paid for it.
    startedOn: plan.id === null ? record.startedOn : from,
    expiresOn: lastDayOf(term),
    upcoming,
    renewalPlanId,
  })
}

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

type HandMadeTerm = HandMade & {
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
