import type { AppContext } from '../../platform/app-context.ts'
import { hashCode, newCode } from './signup-code.ts'
import { codeSignup } from './signup-store.ts'
import { CODE_MINUTES } from '#contract/identity/signup.ts'
import { renderEmail, type Mail } from '../../platform/mail/index.ts'

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
