import { expect } from 'vitest'
import { readSubscription } from '#contract/billing/subscription.ts'
import * as calls from '#contract/billing/renewal.ts'
import { extendSubscription } from '../billing/index.ts'
import { systemActor } from '../platform/http/index.ts'
import { addDays, dayIn } from '../platform/runtime/index.ts'
import { renewChurch } from '../billing/renewal/renew-churches.ts'
import { chargeAt } from '../billing/renewal/schedule.ts'
import type { Church } from './build-church.ts'
import { buyOnline } from './buy-online.ts'
import { mailsTo } from './inbox.ts'
import { addPlan, letOneDecide, setPrice } from './price-store.ts'
import type { TestApp } from './start-app.ts'

const ZONE = 'Africa/Lagos'

/** Churches that let their card be kept, and days that pass. */
export async function renewals(app: TestApp) {
  const shop = buyOnline(app)
  const plan = await addPlan(app.look, 'Thriving', 1_500)
  for (const currency of ['NGN', 'USD']) await setPrice(app.look, { currency, amount: '21000', planId: plan })
  await letOneDecide(app.look)
  const today = () => dayIn(ZONE, app.clock.now())
  const as = ({ admin: { token } }: Church) => ({ token })
  const months = () => ({ purpose: 'subscription' as const, currency: 'NGN', planId: plan, months: 1 })
  const endIn = async ({ tenantId }: Church, days: number): Promise<void> => {
    const term = { planId: null, expiresOn: addDays(today(), days), reason: 'Test', actor: systemActor }
    await app.server.context.database.withTenant(tenantId, (tx) =>
      extendSubscription(tx, tenantId, { ...term, at: app.clock.now() }),
    )
    // As if it had been switched on long ago.
    await app.look(`update renewal set switched_at = switched_at - interval '60 days' where tenant_id = $1`, [tenantId])
  }
  /** The payments that its card was charged with, or was to be, the oldest first. */
  const chargesOf = ({ tenantId }: Church) =>
    app.look(
      `select state, reference, amount_minor::int as amount from payment
       where tenant_id = $1 and card_id is not null order by created_at, id`,
      [tenantId],
    )
  return {
    shop,
    plan,
    today,
    as,
    months,
    chargesOf,
    states: async (church: Church) => (await chargesOf(church)).map(({ state }) => state),
    renewalOf: async (church: Church) => (await app.call(calls.readRenewal, {}, as(church))).body,
    endOf: async (church: Church) => (await app.call(readSubscription, {}, as(church))).body.expiresOn,
    subjectsTo: async (church: Church) =>
      (await mailsTo(app.sandboxUrl, church.admin.email)).map(({ subject }) => subject),
    /** A church that paid a month and let its card be kept, whose subscription then ends in so many days. */
    renewing: async (endsIn: number, provider: 'paystack' | 'stripe' = 'paystack'): Promise<Church> => {
      const church = await app.buildChurch({ timeZone: ZONE })
      const payment = await shop.begin(church, { purchase: months(), provider, renews: true })
      await shop.atPage(payment, 'pay')
      const { body } = await shop.confirm(church, payment)
      expect(body.state).toBe('succeeded')
      await endIn(church, endsIn)
      return church
    },
    /** The clock of the server goes to ten in the morning, so many days on. */
    goTo: (daysOn: number): void => {
      const at = chargeAt(ZONE, addDays(today(), daysOn)).getTime() + 60 * 60_000
      app.clock.advance(at - app.clock.now().getTime())
    },
    work: async ({ tenantId }: Church, times = 1): Promise<void> => {
      await Promise.all(Array.from({ length: times }, () => renewChurch(app.server.context, { tenantId })))
      await shop.rest()
    },
  }
}
