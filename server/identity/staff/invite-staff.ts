import {
  inviteStaff,
  listInvites,
  resendInvite,
  withdrawInvite,
  INVITE_DAYS,
  type inviteStaff as call,
  type InviteRow,
} from '#contract/identity/staff.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { audit } from '../audit/index.ts'
import { emailKey, hashToken, newToken } from '../credentials/index.ts'
import { takeAttempts } from '../rate-limits/index.ts'
import {
  deleteInvite,
  findInvitee,
  findInvites,
  findKey,
  hasAccount,
  renewInvite,
  replaceInvite,
  type Invite,
  tokenInvite,
  type Addressed,
  type InviteId,
} from './invite-store.ts'
import { holdsLink } from '#contract/identity/names.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'

/** Mails an invitation to the staff. The token is made by the job and never stands in a payload. */
export const sendInviteMailJob = defineJob({
  name: 'identity.send-invite-mail',
  payload: z.object({ tenantId: z.uuid(), inviteId: z.uuid() }),
})

type Doing = { actor: Actor; at: Date }
type Inviting = Doing & { invite: Received<typeof call>['body'] }
type Post = Pick<AppContext, 'enqueue'>

/** Invitations that are not accepted yet, the newest first. */
const invites = async (tx: Tx, { tenantId }: Caller): Promise<InviteRow[]> =>
  (await findInvites(tx, tenantId)).map(present)

/**
 * Invites somebody by mail; an invitation to the same address is replaced. Throws `email_taken`, `not_found` for a person
 * who is none of the church's, `too_many_tries`.
 */
async function invite(
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
async function resend(
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
async function withdraw(tx: Tx, { tenantId }: Caller, { id, actor, at }: Doing & { id: string }): Promise<void> {
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

/** Makes the invitation's one token and mails it; done again it makes another, and the one of the mail before is dead. */
export async function sendInviteMail(
  { database, clock, config, sendMail }: AppContext,
  invite: InviteId,
): Promise<void> {
  const token = newToken()
  const at = clock.now()
  const addressed = await database.withTenant(invite.tenantId, (tx) =>
    tokenInvite(tx, invite, { tokenHash: hashToken(token), at }),
  )
  // Behind the #, so that no server and no proxy ever writes the token down.
  if (addressed) await sendMail(inviteMail(addressed, `${config.publicUrl}/invitation#token=${token}`))
}

/** Names were checked where they were typed, but for those that came otherwise. */
const nameOr = (name: string, other: string): string => (holdsLink(name) ? other : name)

const inviteMail = ({ email, firstName, churchName, inviterName }: Addressed, link: string): Mail =>
  renderEmail({
    to: email,
    subject: 'You are invited to Narthex',
    paragraphs: [
      `Hello ${nameOr(firstName, 'and welcome')},`,
      `${nameOr(inviterName, 'Someone')} has invited you to join the staff of ${nameOr(churchName, 'a church')} on Narthex.`,
      `Choose a password to join. The link is valid for ${INVITE_DAYS} days and works once.`,
    ],
    button: { title: 'Join the staff', link },
    closing: 'If you were not expecting this, ignore this email. Nothing will happen.',
  })

/** For owners. */
export function serveInvites(serve: Serve, context: AppContext): void {
  serve(listInvites, ({ caller, transact }) => transact((tx) => invites(tx, caller)))
  serve(inviteStaff, ({ caller, body, actor, at, transact }) =>
    transact((tx) => invite(tx, context, { caller, invite: body, actor, at })),
  )
  serve(resendInvite, ({ caller, params, actor, at, transact }) =>
    transact((tx) => resend(tx, context, { caller, ...params, actor, at })),
  )
  serve(withdrawInvite, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => withdraw(tx, caller, { ...params, actor, at }))
    return { withdrawn: true as const }
  })
}
