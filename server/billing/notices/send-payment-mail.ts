import type { House } from '#server/platform/house.ts'
import { selectSupport } from '../installation/installation-store.ts'
import { selectPayment } from '../payments/payment-store.ts'
import { selectSubscription } from '../subscription/subscription-store.ts'
import { selectKeeper } from './payee-store.ts'
import { paymentMail } from './payment-mail.ts'

type Wanted = { tenantId: string; paymentId: string; accountId: string }

/** Mails one account what became of a payment; nothing when it no longer keeps the church's money. */
export async function sendPaymentMail({ database, config, sendMail }: House, wanted: Wanted): Promise<void> {
  const { tenantId, paymentId, accountId } = wanted
  const told = await database.withTenant(tenantId, async (tx) => {
    const keeper = await selectKeeper(tx, tenantId, accountId)
    const payment = await selectPayment(tx, tenantId, paymentId)
    const subscription = await selectSubscription(tx, tenantId)
    if (!keeper || !payment || !subscription) return null
    const supportEmail = (await selectSupport(tx))?.email ?? null
    return { keeper, payment, expiresOn: subscription.expiresOn, supportEmail }
  })
  if (told) await sendMail(paymentMail({ ...told, link: `${config.publicUrl}/tenant/billing-history` }))
}
