export type { Mail, MailFile, SendMail } from './mailer.ts'
export { renderEmail, type EmailContent } from './render-email.ts'
