import type { TimeLine, TimeLineItem } from '#contract/billing/subscription.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { openBook } from './book.ts'
import type { EntryRecord } from './subscription-store.ts'
import { stateOf, timelineOf, type TimeLine as Lines } from './state.ts'
import { factsOf } from './subscription.ts'

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
