import type { TextId, Translate } from '../languages/index.ts'

const names: Record<string, TextId> = {
  Admin: 'app.role.admin',
  FinancialAccount: 'app.role.finance',
  Communicator: 'app.role.communicator',
  BasicUser: 'app.role.communicator',
  FollowUp: 'app.role.followUp',
  CheckIn: 'app.role.checkIn',
  CheckInLead: 'app.role.checkInLead',
  Teacher: 'app.role.teacher',
  Reports: 'app.role.reports',
  GroupLeader: 'app.role.groupLeader',
  CanAccessFirstTimers: 'app.role.followUp',
}

/** What a role is called; one we have no word for keeps its own. */
export function roleName(role: string, t: Translate): string {
  const id = names[role]
  return id ? t(id) : role
}

/** Several in one line. */
export const roleNames = (roles: readonly string[], t: Translate): string =>
  [...new Set(roles.map((role) => roleName(role, t)))].join(', ')
