import { meantBy, type GrantTerms, type Guardian } from '#contract/checkin/guardians.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { StoredGrant } from '../collecting/grant-store.ts'
import { verdictOf } from '../collecting/may-collect.ts'

/** What was said of somebody in a family, as one: rows differ in nothing but the child. Null: nothing. */
export function termsOf(grants: readonly StoredGrant[]): GrantTerms | null {
  const [first] = grants.toSorted((one, other) => Number(isBarring(other)) - Number(isBarring(one)))
  if (!first) return null
  const same = grants.filter(({ kind }) => kind === first.kind)
  const childIds = same.flatMap(({ childId }) => childId ?? [])
  return {
    kind: first.kind,
    childIds: same.some(({ childId }) => childId === null) ? null : childIds,
    fromDay: first.fromDay,
    untilDay: first.untilDay,
    weekdays: [...(first.weekdays ?? [])],
    oneTime: first.oneTime,
    note: first.note,
  }
}

const isBarring = ({ kind }: StoredGrant): boolean => kind === 'not_authorised'

/** What somebody may do on a day of the church's calendar, for at least one child. */
export function permissionOf(
  grants: readonly StoredGrant[],
  today: { day: string; weekday: number },
): Guardian['permission'] {
  if (grants.some(isBarring)) return 'not_authorised'
  const verdicts = grants.map((grant) => verdictOf(grant, today))
  if (verdicts.includes('allowed')) return grants.every(isLimited) ? 'limited' : 'allowed'
  return verdicts.includes('used') ? 'used' : 'not_now'
}

const isLimited = ({ childId, fromDay, untilDay, weekdays, oneTime }: StoredGrant): boolean =>
  childId !== null || fromDay !== null || untilDay !== null || weekdays !== null || oneTime

/** Terms as they are kept: in the order of ids and days. A name that must not collect has no limits: it holds always. */
export function checkTerms(terms: GrantTerms): GrantTerms {
  const { kind, fromDay, untilDay } = terms
  const childIds = terms.childIds && [...new Set(terms.childIds.map((id) => id.toLowerCase()))].toSorted()
  if (kind === 'not_authorised') return meantBy({ ...terms, childIds })
  if (fromDay !== null && untilDay !== null && fromDay > untilDay)
    throw new ApiError('invalid_input', { fields: { 'terms.untilDay': 'The last day must be after the first.' } })
  const weekdays = [...new Set(terms.weekdays)].toSorted((one, other) => one - other)
  return { ...terms, childIds, weekdays }
}

export const areSameTerms = (one: GrantTerms | null, other: GrantTerms | null): boolean =>
  JSON.stringify(one && inOrder(one)) === JSON.stringify(other && inOrder(other))

const inOrder = ({ kind, childIds, fromDay, untilDay, weekdays, oneTime, note }: GrantTerms): unknown[] => [
  kind,
  childIds?.toSorted(),
  fromDay,
  untilDay,
  weekdays,
  oneTime,
  note,
]
