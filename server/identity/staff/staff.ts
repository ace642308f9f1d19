import {
  changeRoles,
  exportStaff,
  listStaff,
  removeStaff,
  switchOffSecondFactor,
  givenRoles,
  olderRoles,
  type GivenRole,
  type StaffRow,
} from '#contract/identity/staff.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import type { AddPerson } from './accept-invitation.ts'
import { exportStaff as exportList, listStaff as list, presentMember } from './list-staff.ts'
import { serveStaffSessions } from './staff-sessions.ts'
import { deleteOwnViews } from '../views/index.ts'
import { announcement } from '../../platform/announcements.ts'
import type { Tx } from '../../platform/database/index.ts'
import { audit } from '../audit/index.ts'
import { clearFactor, emptyAccount, lockOwners, saveRoles } from '../accounts/index.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { findMember, type StaffMember } from './staff-store.ts'
import { deleteInvitesOf } from './invite-store.ts'
import { serveInvites } from './invite-staff.ts'
import { serveInvitation } from './accept-invitation.ts'

/** What an owner gives and takes, by today's names and by those of older clients. */
const givable = [...givenRoles, ...Object.keys(olderRoles)]

type Change = { id: string; actor: Actor; at: Date }

/** The next request of that person has the new abilities. Throws `not_found`, `last_owner`. */
async function change(
  tx: Tx,
  caller: Caller,
  { id, actor, at, roles: wanted }: Change & { roles: readonly GivenRole[] },
): Promise<StaffRow> {
  const { tenantId } = caller
  const owners = await lockOwners(tx, tenantId)
  const member = await memberOf(tx, caller, id)
  const staysOwner = wanted.includes('Admin')
  if (!staysOwner) refuseLastOwner(owners, id)
  const roles = await saveRoles(tx, { tenantId, accountId: id }, { roles: [...new Set(wanted)], givable })
  // Whoever may no longer invite has no way back through those who were invited.
  if (!staysOwner) await deleteInvitesOf(tx, { tenantId, accountId: id })
  await staffChanged.announce(tx, { tenantId, accountId: id, at })
  await audit(tx, tenantId, actor, {
    act: 'staff.roles_changed',
    subjectId: member.personId,
    details: { before: member.roles, after: roles },
    at,
  })
  return presentMember({ ...member, roles }, caller)
}

/** Somebody may do less than before, or left: whoever stands above sees to what was theirs. */
export const staffChanged = announcement<{ tenantId: string; accountId: string; at: Date }>()

/** Ends the account and its sessions; the person stays. Throws `not_found`, `last_owner`. */
async function remove(tx: Tx, caller: Caller, { id, actor, at }: Change): Promise<void> {
  const { tenantId } = caller
  const owners = await lockOwners(tx, tenantId)
  const { personId, roles } = await memberOf(tx, caller, id)
  refuseLastOwner(owners, id)
  const account = { tenantId, accountId: id }
  if (!(await emptyAccount(tx, account, at))) throw new ApiError('not_found')
  await endSessionsOf(tx, account)
  // Invitations that it sent would still let people in.
  await deleteInvitesOf(tx, account)
  await deleteOwnViews(tx, account)
  await staffChanged.announce(tx, { tenantId, accountId: id, at })
  await audit(tx, tenantId, actor, { act: 'staff.removed', subjectId: personId, details: { roles }, at })
}

/**
 * For somebody else who lost phone and recovery codes; their sessions end. The own factor needs password and code.
 * Throws `not_found`, and `invalid_input` for oneself.
 */
async function switchOffFactor(tx: Tx, caller: Caller, { id, actor, at }: Change): Promise<StaffRow> {
  const { tenantId } = caller
  const member = await memberOf(tx, caller, id)
  if (id === caller.accountId)
    throw new ApiError('invalid_input', { fields: { id: 'Turn off your own in your account.' } })
  const account = { tenantId, accountId: id }
  if (await clearFactor(tx, account)) {
    await endSessionsOf(tx, account)
    await audit(tx, tenantId, actor, { act: 'staff.second_factor_off', subjectId: member.personId, at })
  }
  return presentMember({ ...member, hasSecondFactor: false }, caller)
}

async function memberOf(tx: Tx, { tenantId }: Caller, accountId: string): Promise<StaffMember> {
  const member = await findMember(tx, { tenantId, accountId })
  if (!member) throw new ApiError('not_found')
  return member
}

function refuseLastOwner(owners: readonly string[], id: string): void {
  if (owners.length === 1 && owners[0] === id) throw new ApiError('last_owner')
}

/** Who works with Narthex in the church, and how they come and go. */
export function serveStaff(serve: Serve, context: AppContext, addPerson: AddPerson): void {
  serve(listStaff, ({ caller, query, transact }) => transact((tx) => list(tx, caller, query)))
  serve(exportStaff, ({ caller, query, actor, at }) => exportList(context, caller, { query, actor, at }))
  serve(changeRoles, ({ caller, params, body, actor, at, transact }) =>
    transact((tx) => change(tx, caller, { ...params, ...body, actor, at })),
  )
  serve(removeStaff, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => remove(tx, caller, { ...params, actor, at }))
    return { removed: true as const }
  })
  serve(switchOffSecondFactor, ({ caller, params, actor, at, transact }) =>
    transact((tx) => switchOffFactor(tx, caller, { ...params, actor, at })),
  )
  serveStaffSessions(serve)
  serveInvites(serve, context)
  serveInvitation(serve, context, addPerson)
}
