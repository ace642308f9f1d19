import type { Payment, Purchase } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { cookieOf } from './sign-in.ts'
import type { Stage } from './stage.ts'

export type Buying = {
  /** Whoever buys. */
  as: string
  provider: Provider
  purchase: Purchase
  whileGated?: boolean
}

type Sites = Pick<Stage, 'url' | 'sandboxUrl'>

async function openDoor({ url }: Sites, userName: string) {
  const cookie = await cookieOf(url, '/api/identity/session', { userName })
  return async (path: string, body: object): Promise<Payment> => {
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Payment
  }
}

/** Begins a payment on the page of a provider, as the screen would, without walking it. */
export async function beginOnline(sites: Sites, { as, ...body }: Buying): Promise<Payment> {
  const post = await openDoor(sites, as)
  return post('/api/billing/checkouts', body)
}

/** Begins it, pays on the provider's page, and comes back. */
export async function buyOnline(sites: Sites, buying: Buying): Promise<Payment> {
  const { id, method, reference } = await beginOnline(sites, buying)
  const paid = await fetch(`${sites.sandboxUrl}/_sandbox/payments/${method}/${reference}/pay`, { method: 'POST' })
  if (!paid.ok) throw new Error(`Not paid: ${paid.status} ${await paid.text()}`)
  const post = await openDoor(sites, buying.as)
  return post(`/api/billing/payments/${id}/confirm`, {})
}
