import type { GrantTerms } from '#contract/checkin/guardians.ts'
import { audit } from '../../identity/index.ts'
import { cleanText } from '../../people/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectGrants } from '../collecting/grant-store.ts'
import { insertGrants, revokeGrants, selectChildrenOf } from './guardian-store.ts'
import { areSameTerms, checkTerms, termsOf } from './terms.ts'

const NOTE_MAX_LENGTH = 300

export type Saying = {
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
