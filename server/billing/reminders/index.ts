/** Churches are told before and after their subscription ends, until it is paid. */
export { remindChurches, sendReminder, sendReminderJob, watchExpiryJob } from './remind-churches.ts'
