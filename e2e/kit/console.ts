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

/** Hands the sender ID of a church to the networks, as an operator does. */
export async function passOnSender(url: string, mask: string): Promise<void> {
  const cookie = await openConsole(url)
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const list = await fetch(`${url}/api/operator/senders?search=${mask}`, { headers })
  const { items } = (await list.json()) as { items: { id: string; churchId: string; mask: string }[] }
  const found = items.find((sender) => sender.mask === mask)
  const passed = await fetch(`${url}/api/operator/churches/${found?.churchId}/senders/${found?.id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ decision: 'processing' }),
  })
  if (!passed.ok) throw new Error(`Not passed on: ${passed.status} ${await passed.text()}`)
}
