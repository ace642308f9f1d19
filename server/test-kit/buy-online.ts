import { z } from 'zod/mini'
import { confirmPayment, startCheckout } from '#contract/billing/checkout.ts'
import { cancelPayment, listPayments, type Payment, type Purchase } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import type { Church } from './build-church.ts'
import type { Reply } from './call.ts'
import type { TestApp } from './start-app.ts'
import { until } from './until.ts'

/** What a payer does on the provider's page. */
export type PayerAct = 'pay' | 'decline' | 'cancel'

export type Buying = {
  purchase: Purchase & { amountMinor?: number }
  provider: Provider
  whileGated?: boolean
  /** The card is kept, and the church renewed with it. */
  renews?: boolean
  /** Of the press. */
  key?: string
}

const left = z.object({ returnUrl: z.string() })

/** Churches that buy on the pages of providers, as a browser and the providers would have it. */
export function buyOnline(app: TestApp) {
  const as = ({ admin }: Church, key?: string) => ({
    token: admin.token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
  const sandbox = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${app.sandboxUrl}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  const start = (church: Church, { key, ...body }: Buying): Promise<Reply<typeof startCheckout>> =>
    app.call(startCheckout, { body }, as(church, key))
  const payerActs = ({ method, reference }: Payment, act: PayerAct): Promise<Response> =>
    sandbox('POST', `payments/${method}/${reference}/${act}`)
  return {
    start,
    /** Begins a payment that must be begun. */
    begin: async (church: Church, buying: Buying): Promise<Payment> => {
      const { status, body } = await start(church, buying)
      if (status !== 200) throw new Error(`Not begun: ${status} ${body.code}`)
      return body
    },
    /** Does something on the provider's page; false where nothing can be done there any more. */
    atPage: async (payment: Payment, act: PayerAct): Promise<boolean> => (await payerActs(payment, act)).ok,
    /** The same; answers where the payer's browser goes. */
    leaveBy: async (payment: Payment, act: PayerAct): Promise<URL> => {
      const { returnUrl } = left.parse(await (await payerActs(payment, act)).json())
      return new URL(returnUrl)
    },
    confirm: async (church: Church, { id }: Pick<Payment, 'id'>): Promise<Reply<typeof confirmPayment>> =>
      app.call(confirmPayment, { params: { id } }, as(church)),
    cancel: async (church: Church, { id }: Pick<Payment, 'id'>): Promise<Reply<typeof cancelPayment>> =>
      app.call(cancelPayment, { params: { id } }, as(church)),
    /** Orders a fault of the sandbox. */
    fault: async (target: string, mode: string, times = 1): Promise<void> => {
      const reply = await sandbox('POST', 'faults', { target, mode, times })
      if (!reply.ok) throw new Error(`No such fault: ${target} ${mode}`)
    },
    noFaults: async (): Promise<void> => void (await sandbox('DELETE', 'faults')),
    /** Every payment of the church, the newest first. */
    payments: async (church: Church): Promise<Payment[]> =>
      (await app.call(listPayments, { query: { limit: 100 } }, as(church))).body.items,
    /** Waits until no job about payments is left to be done. */
    rest: async (): Promise<void> => {
      await until(async () => {
        const [left] = await app.look(
          `select count(*)::int as jobs from pgboss.job where state in ('created', 'retry', 'active')
           and name in ('billing.ask-provider', 'billing.refund-payment', 'billing.renew-church', 'billing.forget-card')`,
        )
        return left?.['jobs'] === 0
      }, 15)
    },
  }
}
