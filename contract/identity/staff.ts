import { z } from 'zod/mini'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, idParams, pageOf, pageQuery } from '../pages.ts'
import { sessionRow } from './account.ts'
import { withoutLink } from './names.ts'
import { email } from './signup.ts'

/** Roles that an owner can give, the widest first. */
export const givenRoles = [
  'Admin',
  'FinancialAccount',
  'Communicator',
  'FollowUp',
  'CheckInLead',
  'CheckIn',
  'Teacher',
  'Reports',
] as const
export const givenRole = z.enum(givenRoles)
export type GivenRole = z.infer<typeof givenRole>
/** What older clients call a role that can be given. */
export const olderRoles: Readonly<Record<string, GivenRole>> = {
  BasicUser: 'Communicator',
  CanAccessFirstTimers: 'FollowUp',
}
const roles = z.array(givenRole).check(z.minLength(1), z.maxLength(givenRoles.length))

/** Days that an invitation can be accepted. */
export const INVITE_DAYS = 7

export const staffRow = z.object({
  id,
  personId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** As stored: may hold roles of older clients besides `givenRoles`. */
  roles: z.array(z.string()),
  hasSecondFactor: z.boolean(),
  /** Instant at which any of their sessions was last used; null: never. */
  lastSeenAt: z.nullable(z.string()),
  isYou: z.boolean(),
})
export type StaffRow = z.infer<typeof staffRow>

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/identity/staff',
  access: { ability: 'church.manage' },
  summary: 'Who works with Narthex in this church',
  query: z.object({ ...pageQuery, role: z.optional(givenRole) }),
  response: pageOf(staffRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const staffColumns = ['name', 'email', 'roles', 'secondFactor', 'lastSeen'] as const
export const exportStaff = endpoint({
  method: 'GET',
  path: '/api/identity/staff/export',
  access: { ability: 'church.manage' },
  summary: 'The staff as a file',
  query: z.object({ search: pageQuery.search, role: z.optional(givenRole), ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})

/** The next request of that person has the new abilities. Roles that cannot be given are kept. Refused as `last_owner` when nobody else is an owner. */
export const changeRoles = endpoint({
  method: 'PUT',
  path: '/api/identity/staff/{id}',
  access: { ability: 'church.manage' },
  summary: 'Change what somebody on the staff may do',
  params: idParams,
  body: z.object({ roles }),
  response: staffRow,
  errors: ['invalid_input', 'not_found', 'last_owner'],
})

/** Ends the account and all its sessions; the person stays among the people. */
export const removeStaff = endpoint({
  method: 'DELETE',
  path: '/api/identity/staff/{id}',
  access: { ability: 'church.manage' },
  summary: 'Remove somebody from the staff',
  params: idParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['invalid_input', 'not_found', 'last_owner'],
})

const security = { ability: 'church.manage', whileGated: true } as const

/** Where somebody on the staff is signed in, the latest used first. */
export const listStaffSessions = endpoint({
  method: 'GET',
  path: '/api/identity/staff/{id}/sessions',
  access: security,
  summary: 'Where somebody on the staff is signed in',
  params: idParams,
  response: z.array(sessionRow),
  errors: ['invalid_input', 'not_found'],
})

export const endStaffSession = endpoint({
  method: 'DELETE',
  path: '/api/identity/staff/{id}/sessions/{sessionId}',
  access: security,
  summary: 'Sign somebody on the staff out on one device',
  params: z.object({ id, sessionId: id }),
  response: z.object({ ended: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})

/** Of oneself all but the one that asks. */
export const endStaffSessions = endpoint({
  method: 'DELETE',
  path: '/api/identity/staff/{id}/sessions',
  access: security,
  summary: 'Sign somebody on the staff out everywhere',
  params: idParams,
  response: z.object({ ended: z.int() }),
  errors: ['invalid_input', 'not_found'],
})

/** For somebody who lost phone and recovery codes; their sessions end. */
export const switchOffSecondFactor = endpoint({
  method: 'POST',
  path: '/api/identity/staff/{id}/second-factor/off',
  access: { ability: 'church.manage' },
  summary: 'Switch somebody’s second factor off',
  params: idParams,
  response: staffRow,
  errors: ['invalid_input', 'not_found'],
})

export const inviteRow = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
  invitedAt: z.string(),
  expiresAt: z.string(),
})
export type InviteRow = z.infer<typeof inviteRow>

/** Those that are not accepted yet, expired ones too, the newest first. */
export const listInvites = endpoint({
  method: 'GET',
  path: '/api/identity/invites',
  access: { ability: 'church.manage' },
  summary: 'Invitations on their way',
  response: z.array(inviteRow),
  errors: [],
})

/** Inviting the same address again replaces the invitation. `personId`: a person of the church gets the account. */
export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/identity/invites',
  access: { ability: 'church.manage' },
  summary: 'Invite somebody to the staff by mail',
  body: z.object({
    firstName: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), withoutLink),
    lastName: z.string().check(z.trim(), z.maxLength(120), withoutLink),
    email,
    roles,
    personId: z.optional(id),
  }),
  response: inviteRow,
  errors: ['invalid_input', 'email_taken', 'not_found', 'too_many_tries'],
  idempotent: true,
})

/** A new link; the one before no longer works. */
export const resendInvite = endpoint({
  method: 'POST',
  path: '/api/identity/invites/{id}/resend',
  access: { ability: 'church.manage' },
  summary: 'Send an invitation again',
  params: idParams,
  response: inviteRow,
  errors: ['invalid_input', 'not_found', 'too_many_tries'],
})

export const withdrawInvite = endpoint({
  method: 'DELETE',
  path: '/api/identity/invites/{id}',
  access: { ability: 'church.manage' },
  summary: 'Withdraw an invitation',
  params: idParams,
  response: z.object({ withdrawn: z.literal(true) }),
  errors: ['invalid_input', 'not_found'],
})
