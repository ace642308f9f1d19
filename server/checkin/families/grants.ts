import { type GrantTerms, meantBy, type Guardian } from '#contract/checkin/guardians.ts'
import { audit } from '../../identity/index.ts'
import { cleanText } from '../../people/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectGrants, insertGrants, revokeGrants, selectChildrenOf, type StoredGrant } from './grant-store.ts'
import { verdictOf } from './may-collect.ts'

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

const NOTE_MAX_LENGTH = 300

type Saying = {
  tenantId: string
  familyId: string
  personId: string
  /** Null: nothing is said any more. */
  terms: GrantTerms | null
  addedBy: 'guardian' | 'staff'
  /** A used pass is good once more. */
  renew?: boolean
  actor: Actor
  at: Date
}

/**
 * Puts terms for somebody in a family in place of those before. The same once more changes nothing, and another note
 * nothing else, so that a pass that was used stays used. Throws `not_found` for a child who is not of the family, `invalid_input` for days.
 */
export async function grantGuardian(tx: Tx, saying: Saying): Promise<void> {
  const { tenantId, familyId, personId, addedBy, renew = false, actor, at } = saying
  const checked = saying.terms && checkTerms(saying.terms)
  const terms = checked && { ...checked, note: cleanText(checked.note, NOTE_MAX_LENGTH) }
  if (terms?.childIds) await checkChildren(tx, familyId, terms.childIds)
  const before = (await selectGrants(tx, [familyId], at)).filter((grant) => grant.personId === personId)
  const isSame = areSameTerms(termsOf(before), terms) && before.every((grant) => grant.addedBy === addedBy)
  if (isSame && !renew) return
  const keepsUse = !renew && areSameTerms(noteless(termsOf(before)), noteless(terms))
  await revokeGrants(tx, { familyId, personId, at })
  if (terms) await insertGrants(tx, { tenantId, familyId, personId, terms, addedBy, at, keepsUse })
  await audit(tx, tenantId, actor, {
    act: 'family.grant_changed',
    subjectId: personId,
    details: { permission: terms?.kind ?? 'none', oneTime: terms?.oneTime ?? false },
    at,
  })
}

const noteless = (terms: GrantTerms | null): GrantTerms | null => terms && { ...terms, note: '' }

async function checkChildren(tx: Tx, familyId: string, childIds: readonly string[]): Promise<void> {
  const children = new Set((await selectChildrenOf(tx, familyId)).map(({ personId }) => personId))
  if (childIds.some((id) => !children.has(id))) throw new ApiError('not_found')
}
