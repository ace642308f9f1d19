import type { SubscriptionStatus, TimeLine, TimeLineItem } from '#contract/billing/subscription.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { openBook, type Book } from './book.ts'
import { lastDayOf, nextPaymentDue, renewalDay, statusOn } from './periods.ts'
import { stateOf, timelineOf, type ChurchState, type TimeLine as Lines } from './state.ts'
import { hasPortal, selectPlan, type EntryRecord } from './subscription-store.ts'

const factsOf = ({ term, record: { people, overSince, timeZone } }: Book) => ({
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

/** The last day that a church would have with so many days more. */
export async function lastDayWith(tx: Tx, tenantId: TenantId, { days, at }: { days: number; at: Date }) {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const end = lastDayOf(book.term)
  return { before: end, after: addDays(end < book.today ? book.today : end, days) }
}

/** To a church its operators are one. */
const TO_CHURCH = 'Narthex'

type Reading = { at: Date; isOperator?: boolean }

/** Why a church stands where it stands. Throws `not_found`. */
export async function readTimeLine(tx: Tx, tenantId: TenantId, { at, isOperator = false }: Reading): Promise<TimeLine> {
  const book = await openBook(tx, tenantId, at)
  if (!book) throw new ApiError('not_found')
  const { state, present, expiresOn, graceUntil } = stateOf(factsOf(book), at)
  const items = timelineOf(book.entries, book.today).map((line) => itemOf(line, isOperator))
  return {
    state,
    expiresOn,
    people: book.record.people,
    membershipSize: present.plan.membershipSize,
    graceUntil,
    items: items.reverse(),
  }
}

const nothing = { at: null, months: null, days: null, payment: null, reason: null, actorName: null }

function itemOf(line: Lines<EntryRecord>[number], isOperator: boolean): TimeLineItem {
  if (line.kind !== 'entry') {
    const { kind, onDay, period } = line
    const { name: planName, membershipSize } = period.plan
    return { ...nothing, kind, onDay, planName, membershipSize, expiresOn: period.until }
  }
  const { entry, expiresOn } = line
  const plan = 'plan' in entry ? entry.plan : null
  return {
    kind: entry.kind,
    onDay: entry.onDay,
    at: entry.at.toISOString(),
    planName: plan?.name ?? null,
    membershipSize: plan?.membershipSize ?? null,
    months: entry.kind === 'paid' ? entry.months : null,
    days: 'days' in entry ? entry.days : null,
    expiresOn,
    payment: entry.payment,
    reason: entry.reason,
    actorName: isOperator || entry.actorKind === 'staff' ? entry.actorName : TO_CHURCH,
  }
}
