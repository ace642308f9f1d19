/** A church whose card is kept is renewed by itself: told before it, charged, tried again, and let be where that fails. */
export { renewalRoutes } from './routes.ts'
export { afterCharge } from './after-charge.ts'
export { agreeToRenewal, keepAndRenew } from './switch-renewal.ts'
export { renewChurch, renewChurchJob, watchRenewals, watchRenewalsJob } from './renew-churches.ts'
export { sendRenewalMail, sendRenewalMailJob } from './renewal-mails.ts'
/** What the next renewal takes from which card, for whoever tells of the end of a subscription. */
export { readComingCharge, type ComingCharge } from './coming-charge.ts'
/** Days and hours of a church. */
export { isDaytime, todayIn } from './schedule.ts'
