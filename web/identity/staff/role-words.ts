import { olderRoles, type GivenRole } from '#contract/identity/staff.ts'
import type { TextId } from '../../languages/index.ts'

/** What whoever has the role may do, in plain words. */
export const mayDo: Record<GivenRole, TextId> = {
  Admin: 'identity.staff.mayAdmin',
  FinancialAccount: 'identity.staff.mayFinance',
  Communicator: 'identity.staff.mayCommunicate',
  FollowUp: 'identity.staff.mayFollowUp',
  CheckIn: 'identity.staff.mayCheckIn',
  CheckInLead: 'identity.staff.mayLeadCheckIn',
  Teacher: 'identity.staff.mayTeach',
  Reports: 'identity.staff.mayReport',
}

const isGiven = (role: string): role is GivenRole => Object.hasOwn(mayDo, role)

/** The roles as they can be given, and those that cannot, which stay as they are. */
export function splitRoles(roles: readonly string[]): { given: GivenRole[]; others: string[] } {
  const named = roles.map((role) => olderRoles[role] ?? role)
  return { given: [...new Set(named.filter(isGiven))], others: named.filter((role) => !isGiven(role)) }
}
