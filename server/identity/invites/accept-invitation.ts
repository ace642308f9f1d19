import type { Answer, Received } from '#contract/endpoint.ts'
import type { acceptInvitation as call, readInvitation as reading } from '#contract/identity/invitation.ts'
import { dayIn } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { insertAccount } from '../churches/staff-store.ts'
import { takeAttempts } from '../rate-limits/rate-limits.ts'
import { networkOf } from '../rate-limits/network.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { isWeakPassword } from '../passwords/weak-password.ts'
import { actorOf, openSession, type Origin, type SignedIn } from '../sessions/open-session.ts'
import type { Settling } from '../settling.ts'
import { hashToken, looksLikeToken } from '../tokens.ts'
import { findInviteByToken, readInvitation, spendInvite, type Invitation, type InviteId } from './accept-store.ts'
import { findInvitee } from './invite-store.ts'

type Doors = Pick<AppContext, 'database'>
type Shown = { token: string; ip: string; at: Date }
type Found = { invite: InviteId; invitation: Invitation; tokenHash: Buffer }

/** What an invitation is for. Throws `invalid_token`, `too_many_tries`. */
export async function lookAtInvitation(doors: Doors, shown: Shown): Promise<Answer<typeof reading>> {
  const { churchName, firstName, lastName, email, roles } = (await findInvitation(doors, shown)).invitation
  return { churchName, firstName, lastName, email, roles }
}

export type Acceptance = Received<typeof call>['body'] &
  Shown & { origin: Origin; previousToken?: string | undefined; settling: Settling }

/**
 * Makes the account, and the person where there is none yet, and signs in, all in one transaction. The token works once.
 * Throws `invalid_token`, `weak_password` (the token still works), `email_taken`, `too_many_tries`.
 */
export async function acceptInvitation(doors: Doors, acceptance: Acceptance): Promise<SignedIn> {
  const { at, origin, password, firstName, lastName } = acceptance
  const found = await findInvitation(doors, acceptance)
  const { tenantId } = found.invite
  const { email, churchName } = found.invitation
  const known = [email, churchName, firstName, lastName, `${firstName} ${lastName}`]
  if (isWeakPassword(password, known)) throw new ApiError('weak_password')
  const passwordHash = await hashPassword(password)
  return doors.database.withTenant(tenantId, async (tx) => {
    if (!(await spendInvite(tx, found.invite, { tokenHash: found.tokenHash, at }))) throw new ApiError('invalid_token')
    const accountId = await makeAccount(tx, { ...found, acceptance, passwordHash })
    const account = { tenantId, accountId, passwordHash, totpSecret: null }
    const signedIn = await openSession(tx, { ...acceptance, account })
    if (!signedIn) throw new Error('Somebody who joined could not be signed in')
    const { personId, roles } = signedIn.caller
    const actor = actorOf(signedIn.caller, origin)
    await audit(tx, tenantId, actor, { act: 'staff.joined', subjectId: personId, details: { roles }, at })
    return signedIn
  })
}

async function findInvitation({ database }: Doors, { token, ip, at }: Shown): Promise<Found> {
  const tokenHash = hashToken(token)
  const invite = await database.withoutTenant(async (tx) => {
    await takeAttempts(tx, [{ kind: 'inviteToken', who: networkOf(ip) }], at)
    return looksLikeToken(token) ? findInviteByToken(tx, tokenHash, at) : null
  })
  const invitation =
    invite && (await database.withTenant(invite.tenantId, (tx) => readInvitation(tx, invite, { tokenHash, at })))
  if (!invite || !invitation) throw new ApiError('invalid_token')
  return { invite, invitation, tokenHash }
}

type Making = Found & { acceptance: Acceptance; passwordHash: string }

async function makeAccount(tx: Tx, { invite, invitation, acceptance, passwordHash }: Making): Promise<string> {
  const { tenantId } = invite
  const { email, emailKey, roles } = invitation
  const { at } = acceptance
  const personId = await personOf(tx, { tenantId, invitation, acceptance })
  const account = { tenantId, personId, email, emailKey, passwordHash, roles, at }
  const accountId = await insertAccount(tx, account)
  if (!accountId) throw new ApiError('email_taken')
  return accountId
}

/** The person of the church who was meant; a new one where nobody was, or who was meant is there no more. */
async function personOf(
  tx: Tx,
  { tenantId, invitation, acceptance }: { tenantId: string; invitation: Invitation; acceptance: Acceptance },
): Promise<string> {
  const { personId, email, timeZone } = invitation
  const { settling, firstName, lastName, at } = acceptance
  const meant = personId && (await findInvitee(tx, { tenantId, personId }))
  if (personId && meant && !meant.signsIn) return personId
  return settling.addPerson(tx, tenantId, { firstName, lastName, email, joinedOn: dayIn(timeZone, at) }, at)
}
