export type { Mail, SendMail } from './mailer.ts'
export { letter, type Letter } from './letter.ts'
