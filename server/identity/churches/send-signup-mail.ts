import type { AppContext } from '../../platform/app-context.ts'
import { codeSignup } from './signup-store.ts'
import { CODE_MINUTES, CODE_LENGTH } from '#contract/identity/signup.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../platform/jobs/index.ts'
import { createHmac, randomInt } from 'node:crypto'

/** Six random digits. */
const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')

/** Keyed: a million codes are hashed in a second, so a plain hash would keep nothing secret. */
export const hashCode = (code: string, { id, secretKey }: { id: string; secretKey: string }): Buffer =>
  createHmac('sha256', secretKey).update(`sign-up code\n${id}\n${code}`).digest()

/** When a code that is sent now is over. */
export const codeEnd = (at: Date): Date => new Date(at.getTime() + CODE_MINUTES * 60_000)

/** Mails a sign-up its code, or a note that there is an account already. The code is made by the job. */
export const sendSignupMailJob = defineJob({
  name: 'identity.send-signup-mail',
  payload: z.object({ signupId: z.uuid() }),
})

type CodeMail = { to: string; code: string }

/** The mail with the code that makes the church. Nothing that was typed stands in it: anybody may type any address. The subject holds no code: locked phones show subjects. */
const codeMail = ({ to, code }: CodeMail): Mail =>
  renderEmail({
    to,
    subject: 'Your code for Narthex',
    paragraphs: [
      'Hello,',
      `Welcome! Enter this code to set up your church on Narthex. It is valid for ${CODE_MINUTES} minutes.`,
    ],
    code,
    closing: 'If you did not sign up, ignore this email. Nothing will happen without the code.',
  })

type KnownMail = { to: string; signInLink: string }

/** To somebody who signs in with this address already: there is no code, and a way in. */
const knownMail = ({ to, signInLink }: KnownMail): Mail =>
  renderEmail({
    to,
    subject: 'You already have a church on Narthex',
    paragraphs: [
      'Hello,',
      'Someone, probably you, tried to sign up a church with this email. You already have an account, so just sign in.',
      'If you have forgotten your password, choose “Forgot password?” on that page.',
    ],
    button: { title: 'Sign in', link: signInLink },
    closing: 'If this was not you, ignore this email. Nothing has changed.',
  })

/**
 * Makes the sign-up's code and mails it; to an address that somebody signs in with, a note instead. Done again after a
 * failure it makes another code, and the one of the mail before is dead.
 */
export async function sendSignupMail(
  { database, clock, config, sendMail }: AppContext,
  { signupId: id }: { signupId: string },
): Promise<void> {
  const code = newCode()
  const codeHash = hashCode(code, { id, secretKey: config.secretKey })
  const at = clock.now()
  const coded = await database.withoutTenant((tx) => codeSignup(tx, { id, codeHash, at }))
  if (!coded) return
  const { email: to, known } = coded
  await sendMail(known ? knownMail({ to, signInLink: `${config.publicUrl}/` }) : codeMail({ to, code }))
}
