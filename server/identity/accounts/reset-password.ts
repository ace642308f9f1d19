import type { AppContext } from '../../platform/app-context.ts'
import { type AccountId, findAccounts, endSessionsOf, type Origin } from '../sessions/index.ts'
import { hashToken, newToken, looksLikeToken, emailKey, hashPassword, isWeakPassword } from '../credentials/index.ts'
import {
  replaceReset,
  deleteResets,
  findReset,
  spendReset,
  lockOwner,
  savePassword,
  type Owner,
} from './account-store.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'
import { forgotPassword, resetPassword } from '#contract/identity/session.ts'
import { type Serve, ApiError, type Actor } from '../../platform/http/index.ts'
import { takeAttempt, takeAttempts, accountAttempts, forgiveSignIn, networkOf } from '../rate-limits/index.ts'
import { audit } from '../audit/index.ts'

/** Mails one account the link to choose a new password. The token is made by the job and never stands in a payload. */
export const sendResetMailJob = defineJob({
  name: 'identity.send-reset-mail',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid() }),
})

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

type PasswordReset = { token: string; password: string; origin: Origin; at: Date }

/**
 * Sets the password with the token of the mail, which works once, and ends every session of the account. Throws
 * `invalid_token`, and `weak_password`, after which the token still works.
 */
async function setPassword(
  { database }: Pick<AppContext, 'database'>,
  { token, password, origin, at }: PasswordReset,
): Promise<void> {
  if (!looksLikeToken(token)) throw new ApiError('invalid_token')
  const tokenHash = hashToken(token)
  const account = await database.withoutTenant((tx) => findReset(tx, tokenHash, at))
  if (!account) throw new ApiError('invalid_token')
  const owner = await database.withTenant(account.tenantId, (tx) => lockOwner(tx, account))
  if (!owner) throw new ApiError('invalid_token')
  refuseWeak(password, owner)
  const passwordHash = await hashPassword(password)
  await database.withTenant(account.tenantId, async (tx) => {
    await lockOwner(tx, account)
    if (!(await spendReset(tx, account, { tokenHash, at }))) throw new ApiError('invalid_token')
    await savePassword(tx, account, passwordHash)
    await deleteResets(tx, account)
    await endSessionsOf(tx, account)
    await forgiveSignIn(tx, accountAttempts('signIn', { who: owner.emailKey, ip: origin.ip ?? '' }))
    // Whoever holds the mailbox acts in the account's name.
    const actor: Actor = { kind: 'staff', id: account.accountId, name: owner.email, ...origin }
    const { personId: subjectId } = owner
    await audit(tx, account.tenantId, actor, {
      act: 'account.password_changed',
      subjectId,
      details: { byMail: true },
      at,
    })
  })
}

function refuseWeak(password: string, { email, firstName, lastName, churchName }: Owner): void {
  const known = [email, churchName, firstName, lastName, `${firstName} ${lastName}`]
  if (isWeakPassword(password, known)) throw new ApiError('weak_password')
}

/** Every answer takes this long, so that its time does not tell whether there is such an account. */
const ANSWER_MS = 250

type ResetRequest = { email: string; ip: string; at: Date }

/**
 * Sends a link to every account of the address, if there is one and it was not asked for too often; the caller cannot
 * tell. Throws `too_many_tries` for a network that asks too often.
 */
async function sendResetLinks(context: AppContext, { email, ip, at }: ResetRequest): Promise<void> {
  const pad = context.startPad(ANSWER_MS)
  const key = emailKey(email)
  await context.database.withoutTenant(async (tx) => {
    await takeAttempts(tx, [{ kind: 'resetAddress', who: networkOf(ip) }], at)
    if ((await takeAttempt(tx, { kind: 'resetAccount', who: key }, at)) > 0) return
    for (const { tenantId, accountId } of await findAccounts(tx, key)) {
      await context.enqueue(tx, sendResetMailJob, { tenantId, accountId })
    }
  })
  await pad()
}

export function servePasswords(serve: Serve, context: AppContext): void {
  serve(forgotPassword, async ({ params, at, request }) => {
    await sendResetLinks(context, { email: params.email, ip: request.ip, at })
    return { message: 'If there is an account for that email, we have sent a link to it.' }
  })
  serve(resetPassword, async ({ body, actor, at }) => {
    await setPassword(context, { ...body, origin: { ip: actor.ip, device: actor.device }, at })
    return { message: 'Your password has been changed. Please sign in.' }
  })
}
