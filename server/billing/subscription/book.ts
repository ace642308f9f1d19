import { dayIn, type Day } from '../../platform/runtime/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { lastDayOf, periodOn, termOf, upcomingOf, type Term, type TermEntry, type TermPlan } from './periods.ts'
import {
  insertEntry,
  lockSubscription,
  selectEntries,
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

export type Telling = { actor: Pick<Actor, 'kind' | 'name'>; at: Date; reason?: string }

/** Writes an entry and brings the church's row up to it: its gate knows at the next request. The book is locked. */
export async function writeEntry(tx: Tx, book: Book, entry: TermEntry, { actor, at, reason }: Telling): Promise<Book> {
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
