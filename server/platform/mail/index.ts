export type { Mail, SendMail } from './mailer.ts'
