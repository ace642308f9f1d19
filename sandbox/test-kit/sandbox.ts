import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { sandboxConfig } from '../config.ts'
import { startSandbox } from '../index.ts'
import { decidePauses } from '../platform/pause.ts'

const GATEWAY_KEY = 'a-key'
const RECEIPT_SECRET = 'a-secret'

/** What the sandbox of these tests answers to, and signs its notices with. */
export const paymentSecrets = {
  STRIPE_SECRET_KEY: 'sk_test_stripe',
  STRIPE_WEBHOOK_SECRET: 'whsec_stripe',
  PAYSTACK_SECRET_KEY: 'sk_test_paystack',
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-flutterwave',
  FLUTTERWAVE_WEBHOOK_HASH: 'a-hash',
  PAYPAL_CLIENT_ID: 'a-client',
  PAYPAL_CLIENT_SECRET: 'a-client-secret',
  PAYPAL_WEBHOOK_ID: 'AWEBHOOK',
}

/** A running sandbox and the calls that tests make; it stops with the test. */
export async function openSandbox({ webhookUrl = null }: { webhookUrl?: string | null } = {}) {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    smsSecrets: { ...sandboxConfig({}).smsSecrets, SMS_GATEWAY_KEY: GATEWAY_KEY, SMS_RECEIPT_SECRET: RECEIPT_SECRET },
    paymentSecrets,
    webhookUrl,
  })
  onTestFinished(() => sandbox.close())
  const url = `http://127.0.0.1:${sandbox.port}`
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${GATEWAY_KEY}` },
      body: JSON.stringify(body),
      ...init,
    })
  return {
    url,
    sandbox,
    post,
    submit: (messages: SentMessage[], receiptUrl = NOBODY, init?: RequestInit) =>
      post('/sms/v1/messages', { messages, receiptUrl }, init),
    lookup: (references: string[]) => post('/sms/v1/messages/lookup', { references }),
    fault: (target: string, mode: string, more: object = {}) => post('/_sandbox/faults', { target, mode, ...more }),
    /** Every fault that was ordered has befallen a call, which is under way since. */
    faultsAreTaken: () =>
      untilTrue(async () => {
        const reply = await fetch(`${url}/_sandbox/faults`)
        return ((await reply.json()) as { faults: unknown[] }).faults.length === 0
      }),
    smsInbox: async (query = '') => smsInbox.parse(await (await fetch(`${url}/_sandbox/sms${query}`)).json()),
    mailInbox: async (query = '') => mailInbox.parse(await (await fetch(`${url}/_sandbox/mail${query}`)).json()),
    mailer: () => {
      const transport = createTransport({
        host: '127.0.0.1',
        port: sandbox.smtpPort,
        auth: { user: 'any', pass: 'thing' },
      })
      onTestFinished(() => transport.close())
      return transport
    },
  }
}

/** An address of this machine where nothing listens. */
const NOBODY = 'http://127.0.0.1:2/receipts'

export type SentMessage = { reference: string; from: string; to: string; text: string }

export const message = (reference: string, change: Partial<SentMessage> = {}): SentMessage => ({
  reference,
  from: 'Grace',
  to: '+2348031234567',
  text: 'Service begins at nine.',
  ...change,
})

const count = z.number()
const smsInbox = z.object({
  total: count,
  items: z.array(
    z.strictObject({
      id: z.string(),
      reference: z.string(),
      gateway: z.string(),
      from: z.string(),
      to: z.string(),
      text: z.string(),
      at: z.iso.datetime(),
      state: z.string(),
      code: z.nullable(z.string()),
      attempts: count,
    }),
  ),
})

const mailInbox = z.object({
  total: count,
  items: z.array(
    z.strictObject({
      id: z.string(),
      from: z.string(),
      fromName: z.string(),
      bouncesTo: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.nullable(z.string()),
      html: z.nullable(z.string()),
      headers: z.record(z.string(), z.string()),
      attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: count })),
      at: z.iso.datetime(),
    }),
  ),
})

export const results = z.object({
  results: z.array(
    z.object({
      reference: z.string(),
      status: z.string(),
      id: z.optional(z.string()),
      code: z.nullish(z.string()),
      message: z.optional(z.string()),
    }),
  ),
})

const receiptBatch = z.strictObject({
  receipts: z.array(
    z.strictObject({
      reference: z.string(),
      id: z.string(),
      state: z.enum(['delivered', 'failed']),
      code: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
})

type Call = { genuine: boolean; receipts: z.output<typeof receiptBatch>['receipts'] }

/** Waits without a timer, so that it also works while time is held. */
export async function untilTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await nextTurn()
}

/** Holds the pauses of the sandbox in this test: they end as the test says. */
export function holdTime() {
  const pauses = new Set<{ left: number; end: () => void }>()
  decidePauses((milliseconds, closing) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const pause = { left: milliseconds, end: () => resolve() }
    pauses.add(pause)
    closing.addEventListener('abort', pause.end, { once: true })
    return promise
  })
  onTestFinished(() => decidePauses(null))
  return {
    /** How many have begun and are not over. */
    pauses: () => pauses.size,
    /** Waits until a pause has begun, and lets so much time pass. */
    pass: async (milliseconds: number) => {
      await untilTrue(() => pauses.size > 0)
      for (const pause of pauses) {
        pause.left -= milliseconds
        if (pause.left > 0) continue
        pauses.delete(pause)
        pause.end()
      }
    },
  }
}

/** A receiver of receipts that checks each signature by the written rule. `answers` are its first status codes, then 204. */
export async function openReceiver(answers: number[] = []) {
  const calls: Call[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const genuine = isGenuine(String(request.headers['x-gateway-signature']), body)
    calls.push({ genuine, ...receiptBatch.parse(JSON.parse(body)) })
    response.writeHead(answers.shift() ?? (genuine ? 204 : 401)).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts`,
    calls,
    hasCalls: (number: number) => untilTrue(() => calls.length >= number),
  }
}

function isGenuine(signature: string, body: string): boolean {
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (!seconds || !mac) return false
  const expected = createHmac('sha256', RECEIPT_SECRET).update(`${seconds}.${body}`).digest()
  return timingSafeEqual(expected, Buffer.from(mac, 'hex'))
}
