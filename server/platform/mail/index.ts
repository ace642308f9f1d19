export type { Mail, MailFile } from './mailer.ts'
export { renderEmail } from './render-email.ts'
