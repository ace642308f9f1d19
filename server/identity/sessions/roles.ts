import { abilities, type Ability } from '#contract/abilities.ts'

const messages: readonly Ability[] = ['messages.read', 'messages.send', 'people.read']

const abilitiesOfRole = {
  Admin: abilities,
  FinancialAccount: ['billing.read', 'billing.manage', 'reports.read'],
  Communicator: messages,
  // What existing clients call a communicator.
  BasicUser: messages,
  FollowUp: ['followup.manage', 'people.read', 'reports.read'],
  CheckIn: ['checkin.desk', 'checkin.class', 'checkin.self_service'],
  CheckInLead: ['checkin.desk', 'checkin.class', 'checkin.self_service', 'checkin.manage', 'people.read'],
  Teacher: ['checkin.class'],
  Reports: ['reports.read'],
  GroupLeader: ['people.read'],
  CanAccessFirstTimers: ['followup.manage', 'reports.read'],
  // Members and guardians have doors of their own.
  Family: [],
  MobileUser: [],
} as const satisfies Record<string, readonly Ability[]>

/** A role of a church's staff, as it stands in the database and in answers. */
export type Role = keyof typeof abilitiesOfRole

const table: ReadonlyMap<string, readonly Ability[]> = new Map(Object.entries(abilitiesOfRole))

/** What a session may do that was locked into self-service, whoever locked it. */
export const selfServiceAbilities: ReadonlySet<Ability> = new Set<Ability>(['checkin.self_service'])

/** Everything that any of the roles allows; an unknown role allows nothing. */
export const abilitiesOf = (roles: readonly string[]): ReadonlySet<Ability> =>
  new Set(roles.flatMap((role) => table.get(role) ?? []))
