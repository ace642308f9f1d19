import type { House } from '#server/platform/house.ts'
import { readNotice, type Wanted } from './read-notice.ts'
import { refundMail } from './refund-mail.ts'

/** Mails one account that money was given back; nothing when it no longer keeps the church's money. */
export async function sendRefundMail(house: House, wanted: Wanted): Promise<void> {
  const notice = await readNotice(house, wanted)
  const refund = notice?.payment.refund
  if (notice && refund) await house.sendMail(refundMail({ ...notice, refund }))
}
