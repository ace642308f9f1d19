import { CODE_MINUTES } from '#contract/identity/signup.ts'
import { letter, type Mail } from '#server/platform/mail/index.ts'

type CodeMail = { to: string; code: string }

/** The mail with the code that makes the church. Nothing that was typed stands in it: anybody may type any address. The subject holds no code: locked phones show subjects. */
export const codeMail = ({ to, code }: CodeMail): Mail =>
  letter({
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
export const knownMail = ({ to, signInLink }: KnownMail): Mail =>
  letter({
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
