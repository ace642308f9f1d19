/** SMS: quoted and sent to an audience; how existing clients name a destination and are told of refusals. */
export { destinationOf, refusalOf, smsRoutes, type SmsSent } from './routes.ts'
export { quoteSms } from './quote-sms.ts'
export { sendSms, type SentSms } from './send-sms.ts'
/** The route of a church’s message and the pages of a text, for whoever takes one on otherwise. */
export { segmentsIn } from './message-text.ts'
/** One message of the staff to one person. */
export { quotePersonal, sendPersonal } from './send-personal.ts'
/** One message that a person asked for or that cannot wait. */
export { sendNotice } from './send-notice.ts'
