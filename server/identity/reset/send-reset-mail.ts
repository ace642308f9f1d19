import type { House } from '#server/platform/house.ts'
import type { AccountId } from '../sessions/session-store.ts'
import { hashToken, newToken } from '../tokens.ts'
import { resetMail } from './reset-mail.ts'
import { lockOwner, replaceReset } from './reset-store.ts'

const RESET_MS = 60 * 60 * 1000

/**
 * Makes the account's one reset token and mails it. Done again after a failure it makes another token, and the one of
 * the mail before is dead.
 */
export async function sendResetMail({ database, clock, config, sendMail }: House, account: AccountId): Promise<void> {
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
