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
      `Welcome! Type this code to open your church on Narthex. It works for ${CODE_MINUTES} minutes.`,
    ],
    code,
    closing: 'If it was not you who signed up, do nothing: without the code nothing happens.',
  })

type KnownMail = { to: string; signInLink: string }

/** To somebody who signs in with this address already: there is no code, and a way in. */
export const knownMail = ({ to, signInLink }: KnownMail): Mail =>
  letter({
    to,
    subject: 'You have a church on Narthex already',
    paragraphs: [
      'Hello,',
      'Somebody, probably you, wanted to sign a church up with this address. You have an account already, so just sign in.',
      'If you no longer know your password, choose “Forgot your password?” there.',
    ],
    button: { title: 'Sign in', link: signInLink },
    closing: 'If it was not you, do nothing: nothing has changed.',
  })
