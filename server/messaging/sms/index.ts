/** SMS: quoted and sent to an audience. */
export { smsRoutes } from './routes.ts'
export { sendSms, type Sender, type SendInput } from './send-sms.ts'
/** One message that a person asked for or that cannot wait. */
export { sendNotice, type Notice, type NoticeSent } from './send-notice.ts'
