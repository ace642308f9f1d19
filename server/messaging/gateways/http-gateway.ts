import { z } from 'zod/mini'
import {
  GatewayBusy,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingSms,
  type Receipt,
} from './gateway.ts'
import { isSigned } from './signature.ts'

const TIMEOUT_MS = 10_000
const DEFAULT_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 300

const text = z.optional(z.nullable(z.string()))
const answers = z.object({
  results: z.array(
    z.object({ reference: z.string(), status: z.enum(['accepted', 'rejected', 'not_found']), code: text }),
  ),
})
const receipts = z.object({
  receipts: z
    .array(z.object({ reference: z.string(), state: z.enum(['delivered', 'failed']), code: text, at: z.string() }))
    .check(z.maxLength(1_000)),
})

export type HttpGatewaySettings = { url: string; key: string; receiptSecret: string; receiptUrl: string }

/** A gateway that takes messages in batches over HTTP and signs its receipts; docs/gateway.md describes the protocol. */
export function httpGateway(settings: HttpGatewaySettings): Gateway {
  const ask = async (path: string, body: object): Promise<GatewayAnswer[]> => {
    const reply = await post(`${settings.url}${path}`, settings.key, body)
    const parsed = answers.safeParse(await reply.json().catch(() => null))
    if (!parsed.success) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return parsed.data.results.map(({ reference, status, code }) => ({
      reference,
      status: status === 'not_found' ? 'unknown' : status,
      reason: code ?? null,
    }))
  }
  return {
    submit: (messages) => ask('/messages', { receiptUrl: settings.receiptUrl, messages: messages.map(onTheWire) }),
    lookUp: (references) => ask('/messages/lookup', { references }),
    readReceipts: ({ rawBody, headers, at }) => {
      const signature = headers['x-gateway-signature']
      if (!isSigned(rawBody, signature, settings.receiptSecret, at)) return null
      return receiptsIn(rawBody)
    },
  }
}

const onTheWire = ({ reference, from, permit, text }: OutgoingSms): object => ({
  reference,
  from,
  to: permit.address,
  text,
})

async function post(url: string, key: string, body: object): Promise<Response> {
  let reply: Response
  try {
    reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
  } catch (error) {
    throw new GatewayUnsure('The gateway did not answer.', { cause: error })
  }
  if (reply.status === 429 || reply.status === 503) throw new GatewayBusy(pauseOf(reply))
  if (!reply.ok) throw new GatewayUnsure(`The gateway answered ${reply.status}.`)
  return reply
}

function pauseOf(reply: Response): number {
  const seconds = Number(reply.headers.get('retry-after') ?? DEFAULT_PAUSE_SECONDS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_PAUSE_SECONDS) : DEFAULT_PAUSE_SECONDS
}

function receiptsIn(rawBody: Buffer): Receipt[] {
  const parsed = receipts.safeParse(JSON.parse(rawBody.toString('utf8')))
  if (!parsed.success) return []
  return parsed.data.receipts.map(({ reference, state, code, at }) => ({
    reference,
    state,
    reason: code ?? null,
    at: new Date(at),
  }))
}
