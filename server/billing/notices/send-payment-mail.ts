import type { House } from '#server/platform/house.ts'
import { selectSubscription } from '../subscription/subscription-store.ts'
import { paymentMail } from './payment-mail.ts'
import { readNotice, type Wanted } from './read-notice.ts'

/** Mails one account what became of a payment; nothing when it no longer keeps the church's money. */
export async function sendPaymentMail(house: House, wanted: Wanted): Promise<void> {
  const { tenantId } = wanted
  const notice = await readNotice(house, wanted)
  const subscription = await house.database.withTenant(tenantId, (tx) => selectSubscription(tx, tenantId))
  if (notice && subscription) await house.sendMail(paymentMail({ ...notice, expiresOn: subscription.expiresOn }))
}
