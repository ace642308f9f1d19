import { holdsLink } from '#contract/identity/names.ts'
import { INVITE_DAYS } from '#contract/identity/staff.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { hashToken, newToken } from '../tokens.ts'
import { tokenInvite, type Addressed, type InviteId } from './accept-store.ts'

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
