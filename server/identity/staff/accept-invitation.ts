import type { Answer, Received } from '#contract/endpoint.ts'
import { acceptInvitation as acceptCall, readInvitation as readCall } from '#contract/identity/invitation.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, refuseCrossSite, type Serve } from '../../platform/http/index.ts'
import { audit } from '../audit/index.ts'
import { insertAccount } from '../accounts/index.ts'
import { takeAttempts, networkOf } from '../rate-limits/index.ts'
import {
  hashPassword,
  isWeakPassword,
  cookieToken,
  hashToken,
  looksLikeToken,
  setSessionCookie,
} from '../credentials/index.ts'
import { actorOf, openSession, SESSION_SECONDS, type Origin, type SignedIn } from '../sessions/index.ts'
import {
  findInviteByToken,
  readInvitation,
  spendInvite,
  type Invitation,
  type InviteId,
  findInvitee,
} from './invite-store.ts'

type Doors = Pick<AppContext, 'database'>
/** Somebody who comes to a church by an account of theirs. */
type Newcomer = {
  firstName: string
  lastName: string
  email: string
  /** YYYY-MM-DD in the church's zone. */
  joinedOn: string
}

/** Adds a person to the church that was entered and answers the id: people stand above identity. */
export type AddPerson = (tx: Tx, tenantId: TenantId, person: Newcomer, at: Date) => Promise<string>

type Shown = { token: string; ip: string; at: Date }
type Found = { invite: InviteId; invitation: Invitation; tokenHash: Buffer }

/** What an invitation is for. Throws `invalid_token`, `too_many_tries`. */
async function lookAtInvitation(doors: Doors, shown: Shown): Promise<Answer<typeof readCall>> {
  const { churchName, firstName, lastName, email, roles } = (await findInvitation(doors, shown)).invitation
  return { churchName, firstName, lastName, email, roles }
}

type Acceptance = Received<typeof acceptCall>['body'] &
  Shown & { origin: Origin; previousToken?: string | undefined; addPerson: AddPerson }

/**
 * Makes the account, and the person where there is none yet, and signs in, all in one transaction. The token works once.
 * Throws `invalid_token`, `weak_password` (the token still works), `email_taken`, `too_many_tries`.
 */
async function acceptInvitation(doors: Doors, acceptance: Acceptance): Promise<SignedIn> {
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
  const { addPerson, firstName, lastName, at } = acceptance
  const meant = personId && (await findInvitee(tx, { tenantId, personId }))
  if (personId && meant && !meant.signsIn) return personId
  return addPerson(tx, tenantId, { firstName, lastName, email, joinedOn: dayIn(timeZone, at) }, at)
}

/** For who was invited. */
export function serveInvitation(serve: Serve, { database, config }: AppContext, addPerson: AddPerson): void {
  serve(readCall, ({ body, request, at }) => lookAtInvitation({ database }, { ...body, ip: request.ip, at }))
  serve(acceptCall, async ({ body, request, reply, actor, at }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const origin = { ip: actor.ip, device: actor.device }
    const { token } = await acceptInvitation(
      { database },
      { ...body, ip: request.ip, origin, at, previousToken, addPerson },
    )
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return { joined: true as const }
  })
}
