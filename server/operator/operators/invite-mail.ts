import { renderEmail, type Mail } from '#server/platform/mail/index.ts'

export type InviteLink = { name: string; email: string; link: string }

/** The mail with the link to become an operator. */
export const inviteMail = ({ name, email, link }: InviteLink): Mail =>
  renderEmail({
    to: email,
    subject: 'Become an operator of Narthex',
    paragraphs: [
      `Hello ${name},`,
      'You have been invited to help run this Narthex installation: its churches, payments and sender IDs.',
      'Choose a password to get started. The link is valid for seven days and works once.',
    ],
    button: { title: 'Choose a password', link },
    closing: 'If you were not expecting this, ignore this email.',
  })
