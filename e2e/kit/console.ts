import { until } from '#server/test-kit/until.ts'
import { cookieOf } from './sign-in.ts'

type ConsolePayment = { id: string; churchId: string; churchName: string; state: string; amountMinor: number }

/** Approves the payment of a church that waits for it, as an operator would; answers what it was. */
export async function approvePaymentOf(url: string, churchName: string): Promise<ConsolePayment> {
  const cookie = await openConsole(url)
  const found = await until(async () => {
    const reply = await fetch(`${url}/api/operator/payments?state=pending&limit=100`, { headers: { cookie } })
    const { items } = (await reply.json()) as { items: ConsolePayment[] }
    return items.find((payment) => payment.churchName === churchName)
  })
  const approved = await fetch(`${url}/api/operator/churches/${found.churchId}/payments/${found.id}/approve`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ amountMinor: found.amountMinor }),
  })
  if (!approved.ok) throw new Error(`Not approved: ${approved.status} ${await approved.text()}`)
  return found
}

const openConsole = (url: string): Promise<string> =>
  cookieOf(url, '/api/operator/session', { email: 'operator@narthex.example' })
