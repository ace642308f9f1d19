import { letter, type Mail } from '#server/platform/mail/index.ts'

export type CodeMail = { to: string; code: string; churchName: string }

/** The mail with the code for a new password at the portal. */
export function codeMail({ to, code, churchName }: CodeMail): Mail {
  return letter({
    to,
    subject: `Your code for ${churchName}`,
    paragraphs: [
      'Hello,',
      `Somebody, probably you, wants to choose a password for the family check-in of ${churchName}.`,
      'Type this code on the page that asked for it, within ten minutes. It works once.',
    ],
    code,
    closing: 'If it was not you, do nothing: everything stays as it is.',
  })
}

/** The same as an SMS. */
export const codeText = ({ code, churchName }: Omit<CodeMail, 'to'>): string =>
  `${code} is your code for ${churchName}. It works for 10 minutes. Tell it to nobody.`
