import { createHmac } from 'node:crypto'
import { sandboxSecrets } from '../platform/config/config.ts'
import type { TestApp } from './start-app.ts'

/** The number that replies come from where a test does not say. */
export const REPLIER = '+2348035550111'

export type Incoming = { id?: string; from?: string; to: string; text: string; at?: string }

/** As the gateway brings them, through its own call. */
export async function bringReplies(
  app: TestApp,
  replies: Incoming[],
  { secret = sandboxSecrets.smsSecrets.SMS_RECEIPT_SECRET, seconds = 0 }: { secret?: string; seconds?: number } = {},
) {
  const named = replies.map((reply) => ({
    id: crypto.randomUUID(),
    from: REPLIER,
    at: app.clock.now().toISOString(),
    ...reply,
  }))
  const body = JSON.stringify({ replies: named })
  const t = Math.floor(app.clock.now().getTime() / 1000) + seconds
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const answer = await fetch(`${app.url}/api/webhooks/sms/default/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-signature': `t=${t},v1=${v1}` },
    body,
  })
  return answer.status
}

export type Sms = { to: string; from: string; text: string }
/** What a number got, the newest first. */
export const arrivedAt = async (app: TestApp, to: string): Promise<Sms[]> =>
  ((await (await fetch(`${app.sandboxUrl}/_sandbox/sms?to=${encodeURIComponent(to)}`)).json()) as { items: Sms[] })
    .items
