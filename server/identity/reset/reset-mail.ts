import { letter, type Mail } from '#server/platform/mail/index.ts'

export type ResetMail = { to: string; firstName: string; churchName: string; link: string }

/** The mail with the link to choose a new password; names are shown as text, whatever they hold. */
export function resetMail({ to, firstName, churchName, link }: ResetMail): Mail {
  return letter({
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
