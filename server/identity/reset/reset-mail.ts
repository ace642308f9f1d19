import { letter, type Mail } from '#server/platform/mail/index.ts'

export type ResetMail = { to: string; firstName: string; churchName: string; link: string }

/** The mail with the link to choose a new password; names are shown as text, whatever they hold. */
export function resetMail({ to, firstName, churchName, link }: ResetMail): Mail {
  return letter({
    to,
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${firstName},`,
      `Somebody, probably you, asked for a new password for your account at ${churchName}.`,
      'Choose it here within one hour. The link works once.',
    ],
    button: { title: 'Choose a new password', link },
    closing: 'If it was not you, do nothing: your password stays as it is.',
  })
}
