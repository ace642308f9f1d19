export type { Mail, MailFile, SendMail } from './mailer.ts'
export { letter, type Letter } from './letter.ts'
