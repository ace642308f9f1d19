import type { AppContext } from '../../platform/app-context.ts'
import type { AccountId } from '../sessions/session-store.ts'
import { hashToken, newToken } from '../tokens.ts'
import { lockOwner, replaceReset } from './reset-store.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'

type ResetMail = { to: string; firstName: string; churchName: string; link: string }

/** The mail with the link to choose a new password; names are shown as text, whatever they hold. */
function resetMail({ to, firstName, churchName, link }: ResetMail): Mail {
  return renderEmail({
    to,
    subject: 'Reset your password',
    paragraphs: [
      `Hello ${firstName},`,
      `Someone, probably you, asked to reset the password for your account at ${churchName}.`,
      'Choose a new password here. The link is valid for one hour and works once.',
    ],
    button: { title: 'Reset password', link },
    closing: 'If this was not you, ignore this email. Your password will not change.',
  })
}

const RESET_MS = 60 * 60 * 1000

/**
 * Makes the account's one reset token and mails it. Done again after a failure it makes another token, and the one of
 * the mail before is dead.
 */
export async function sendResetMail(
  { database, clock, config, sendMail }: AppContext,
  account: AccountId,
): Promise<void> {
  const token = newToken()
  const expiresAt = new Date(clock.now().getTime() + RESET_MS)
  const owner = await database.withTenant(account.tenantId, async (tx) => {
    const found = await lockOwner(tx, account)
    if (found) await replaceReset(tx, account, { tokenHash: hashToken(token), expiresAt })
    return found
  })
  if (!owner) return
  // Behind the #, so that no server and no proxy ever writes the token down.
  await sendMail(resetMail({ ...owner, to: owner.email, link: `${config.publicUrl}/reset#token=${token}` }))
}
