import { givenRoles, olderRoles, type GivenRole, type StaffRow } from '#contract/identity/staff.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { clearFactor } from '../second-factor/factor-store.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { presentMember } from './list-staff.ts'
import { deleteBelongings, deleteInvitesOf, emptyAccount, lockOwners, saveRoles } from './staff-change-store.ts'
import { findMember, type StaffMember } from './staff-list-store.ts'

/** What an owner gives and takes, by today's names and by those of older clients. */
const givable = [...givenRoles, ...Object.keys(olderRoles)]

type Change = { id: string; actor: Actor; at: Date }

/** The next request of that person has the new abilities. Throws `not_found`, `last_owner`. */
export async function changeRoles(
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
  await audit(tx, tenantId, actor, {
    act: 'staff.roles_changed',
    subjectId: member.personId,
    details: { before: member.roles, after: roles },
    at,
  })
  return presentMember({ ...member, roles }, caller)
}

/** Ends the account and its sessions; the person stays. Throws `not_found`, `last_owner`. */
export async function removeStaff(tx: Tx, caller: Caller, { id, actor, at }: Change): Promise<void> {
  const { tenantId } = caller
  const owners = await lockOwners(tx, tenantId)
  const { personId, roles } = await memberOf(tx, caller, id)
  refuseLastOwner(owners, id)
  const account = { tenantId, accountId: id }
  if (!(await emptyAccount(tx, account, at))) throw new ApiError('not_found')
  await deleteBelongings(tx, account)
  await audit(tx, tenantId, actor, { act: 'staff.removed', subjectId: personId, details: { roles }, at })
}

/**
 * For somebody else who lost phone and recovery codes; their sessions end. The own factor needs password and code.
 * Throws `not_found`, and `invalid_input` for oneself.
 */
export async function switchOffFactor(tx: Tx, caller: Caller, { id, actor, at }: Change): Promise<StaffRow> {
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
