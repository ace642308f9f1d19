import type { AppContext } from '../../platform/app-context.ts'
import { selectSubscription } from '../subscription/subscription-store.ts'
import { paymentMail } from './payment-mail.ts'
import { readNotice, type Wanted } from './read-notice.ts'

/** Mails one account what became of a payment; nothing when it no longer keeps the church's money. */
export async function sendPaymentMail(context: AppContext, wanted: Wanted): Promise<void> {
  const { tenantId } = wanted
  const notice = await readNotice(context, wanted)
  const subscription = await context.database.withTenant(tenantId, (tx) => selectSubscription(tx, tenantId))
  if (notice && subscription) await context.sendMail(paymentMail({ ...notice, expiresOn: subscription.expiresOn }))
}
