import { letter, type Mail } from '#server/platform/mail/index.ts'

export type CodeMail = { to: string; code: string; churchName: string }

/** The mail with the code for a new password at the portal. */
export function codeMail({ to, code, churchName }: CodeMail): Mail {
  return letter({
    to,
    subject: `Your code for ${churchName}`,
    paragraphs: [
      'Hello,',
      `Someone, probably you, asked to choose a password for family check-in at ${churchName}.`,
      'Enter this code on the page where you asked for it. It is valid for ten minutes and works once.',
    ],
    code,
    closing: 'If this was not you, ignore this email. Nothing will change.',
  })
}

/** The same as an SMS. */
export const codeText = ({ code, churchName }: Omit<CodeMail, 'to'>): string =>
  `${code} is your code for ${churchName}. It is valid for 10 minutes. Do not share it.`
