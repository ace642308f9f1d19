import type { PortalFamily, PortalMember } from '#contract/checkin/family.ts'
import { familyRoles } from '#contract/people/families.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type GuardianCaller } from '#server/platform/http/index.ts'
import { selectMembers, selectWholeFamily, type MemberRecord } from './family-store.ts'
import { mayChangeAs, ownFamily, parents, refuseForeign } from './own-family.ts'
import { presentFamily, presentMember } from './present-family.ts'

/**
 * The own family of a guardian; notes of care and addresses for whoever may change it only. `personId` is a claim. Throws `not_found` for anybody but one of the family.
 */
export async function readOwnFamily(
  tx: Tx,
  { tenantId, personId: callerId }: GuardianCaller,
  claimed: string | undefined,
): Promise<PortalFamily> {
  const own = await selectWholeFamily(tx, callerId)
  const isOwn = claimed === undefined || own?.members.some(({ id }) => id === claimed.toLowerCase())
  if (!own || !isOwn) throw new ApiError('not_found')
  const hasParent = own.members.some(({ role }) => parents.includes(role))
  if (mayChangeAs({ role: own.role, hasParent })) return presentFamily(tenantId, own.family, own.members)
  return presentFamily(tenantId, { ...own.family, address: null }, own.members.map(asOthersKnow))
}

const asOthersKnow = (member: MemberRecord): MemberRecord => ({ ...member, address: null, care: [] })

/** The guardians of the own family; empty rather than missing. `familyId` is a claim. */
export async function readGuardians(
  tx: Tx,
  { personId }: GuardianCaller,
  claimed: string | undefined,
): Promise<{ returnObject: PortalMember[] }> {
  const { familyId, mayChange } = await ownFamily(tx, personId)
  refuseForeign(claimed, familyId)
  const members = (await selectMembers(tx, familyId)).map((member) => (mayChange ? member : asOthersKnow(member)))
  return { returnObject: members.filter(({ role }) => role === familyRoles.guardian).map(presentMember) }
}
