import type { Received } from '#contract/endpoint.ts'
import { INVITE_DAYS, type inviteStaff as call, type InviteRow } from '#contract/identity/staff.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { emailKey } from '../email-key.ts'
import { takeAttempts } from '../rate-limits/rate-limits.ts'
import { sendInviteMailJob } from '../jobs.ts'
import { hashToken, newToken } from '../tokens.ts'
import {
  deleteInvite,
  findInvitee,
  findInvites,
  findKey,
  hasAccount,
  renewInvite,
  replaceInvite,
  type Invite,
} from './invite-store.ts'

type Doing = { actor: Actor; at: Date }
type Inviting = Doing & { invite: Received<typeof call>['body'] }
type Post = Pick<AppContext, 'enqueue'>

/** Invitations that are not accepted yet, the newest first. */
export const listInvites = async (tx: Tx, { tenantId }: Caller): Promise<InviteRow[]> =>
  (await findInvites(tx, tenantId)).map(present)

/**
 * Invites somebody by mail; an invitation to the same address is replaced. Throws `email_taken`, `not_found` for a person
 * who is none of the church's, `too_many_tries`.
 */
export async function inviteStaff(
  tx: Tx,
  { enqueue }: Post,
  { caller, invite, actor, at }: Inviting & { caller: Caller },
): Promise<InviteRow> {
  const { tenantId, accountId } = caller
  const { personId = null, email } = invite
  const key = emailKey(email)
  await countMail(tx, { tenantId, key, at })
  if (await hasAccount(tx, { tenantId, emailKey: key })) throw new ApiError('email_taken')
  if (personId) await refuseWhoSignsIn(tx, { tenantId, personId })
  const roles = [...new Set(invite.roles)]
  const names = { firstName: invite.firstName, lastName: invite.lastName }
  const written = await replaceInvite(tx, {
    ...names,
    ...untilThen(at),
    tenantId,
    email,
    emailKey: key,
    personId,
    roles,
    invitedBy: accountId,
    at,
  })
  await enqueue(tx, sendInviteMailJob, { tenantId, inviteId: written.id })
  await audit(tx, tenantId, actor, { act: 'staff.invited', subjectId: personId, details: { roles }, at })
  return present(written)
}

/** Sends an invitation again, with a new link. Throws `not_found`, `too_many_tries`. */
export async function resendInvite(
  tx: Tx,
  { enqueue }: Post,
  { caller, id, actor, at }: Doing & { caller: Caller; id: string },
): Promise<InviteRow> {
  const { tenantId, accountId: invitedBy } = caller
  // Counted before the invitation is locked, as when somebody is invited: else the two would wait for each other.
  const key = await findKey(tx, { tenantId, id })
  if (key === null) throw new ApiError('not_found')
  await countMail(tx, { tenantId, key, at })
  const renewed = await renewInvite(tx, { ...untilThen(at), tenantId, id, invitedBy, at })
  if (!renewed) throw new ApiError('not_found')
  await enqueue(tx, sendInviteMailJob, { tenantId, inviteId: id })
  const { personId: subjectId, roles } = renewed
  await audit(tx, tenantId, actor, { act: 'staff.invited', subjectId, details: { roles, again: true }, at })
  return present(renewed)
}

/** Its link no longer works. Throws `not_found`. */
export async function withdrawInvite(
  tx: Tx,
  { tenantId }: Caller,
  { id, actor, at }: Doing & { id: string },
): Promise<void> {
  const withdrawn = await deleteInvite(tx, { tenantId, id })
  if (!withdrawn) throw new ApiError('not_found')
  const { personId: subjectId, roles } = withdrawn
  await audit(tx, tenantId, actor, { act: 'staff.invite_withdrawn', subjectId, details: { roles }, at })
}

/** Mails from us to an address that somebody else chose: nobody is to be flooded in our name. */
const countMail = (tx: Tx, { tenantId, key, at }: { tenantId: string; key: string; at: Date }): Promise<void> =>
  takeAttempts(
    tx,
    [
      { kind: 'inviteAccount', who: key },
      { kind: 'inviteChurch', who: tenantId },
    ],
    at,
  )

async function refuseWhoSignsIn(tx: Tx, who: { tenantId: string; personId: string }): Promise<void> {
  const invitee = await findInvitee(tx, who)
  if (!invitee) throw new ApiError('not_found')
  if (invitee.signsIn) throw new ApiError('email_taken')
}

/** The end of an invitation of now, and a token that nobody has until the mail is made. */
const untilThen = (at: Date): { expiresAt: Date; tokenHash: Buffer } => ({
  expiresAt: new Date(at.getTime() + INVITE_DAYS * 24 * 60 * 60_000),
  tokenHash: hashToken(newToken()),
})

const present = ({ id, firstName, lastName, email, roles, invitedAt, expiresAt }: Invite): InviteRow => ({
  id,
  firstName,
  lastName,
  email,
  roles,
  invitedAt: invitedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
