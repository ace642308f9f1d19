import { letter, type Mail } from '#server/platform/mail/index.ts'

export type InviteLink = { name: string; email: string; link: string }

/** The mail with the link to become an operator. */
export const inviteMail = ({ name, email, link }: InviteLink): Mail =>
  letter({
    to: email,
    subject: 'Become an operator of Narthex',
    paragraphs: [
      `Hello ${name},`,
      'You are invited to run this Narthex installation with us: to look after its churches, their payments and their sender names.',
      'Choose your password here within seven days. The link works once.',
    ],
    button: { title: 'Choose a password', link },
    closing: 'If you did not expect this, do nothing.',
  })
