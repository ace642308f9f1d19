import type { AppContext } from '../../platform/app-context.ts'
import type { Config } from '../../platform/config/index.ts'
import {
  type Gateway,
  GatewayBusy,
  GatewayClosed,
  GatewayUnsure,
  type GatewayAnswer,
  type OutgoingSms,
  type Receipt,
} from './gateway.ts'
import { z } from 'zod/mini'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NoteProvider } from '../../platform/provider-notes/index.ts'

export type Gateways = { find: (name: string) => Gateway | null }

/** The gateways of this installation, by the name that a route gives. */
export function openGateways({
  smsGateway,
  publicUrl,
  callbackUrl,
}: Pick<Config, 'smsGateway' | 'publicUrl' | 'callbackUrl'>): Gateways {
  const receiptUrl = `${callbackUrl ?? publicUrl}/api/webhooks/sms/default`
  const byName = new Map<string, Gateway>([['default', httpGateway({ ...smsGateway, receiptUrl })]])
  return { find: (name) => byName.get(name) ?? null }
}

/** The gateway that a route names; how each of its calls went is noted as `sms:<name>`. */
export function gatewayFinder({ config, noteProvider }: Pick<AppContext, 'config' | 'noteProvider'>) {
  const gateways = openGateways(config)
  return (name: string): Gateway => {
    const gateway = gateways.find(name)
    if (!gateway) throw new Error('A route names a gateway that this installation does not have.')
    return notedGateway(gateway, `sms:${name}`, noteProvider)
  }
}

/** The same gateway; how each of its calls went is noted for the operators' console, whatever number of messages it carried. */
export function notedGateway(gateway: Gateway, provider: string, note: NoteProvider): Gateway {
  const noted = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call
      note(provider)
      return answer
    } catch (failure) {
      // One that asks for a pause is there and answers.
      if (failure instanceof GatewayBusy) note(provider)
      else note(provider, { error: sentenceOf(failure) })
      throw failure
    }
  }
  return {
    submit: (messages) => noted(gateway.submit(messages)),
    lookUp: (references) => noted(gateway.lookUp(references)),
    readReceipts: gateway.readReceipts,
  }
}

/** Our own sentences; those of others could quote what was sent. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof GatewayClosed || failure instanceof GatewayUnsure ? failure.message : 'The call failed.'

/** A signed call older (or newer) than this is refused, so that a recorded one cannot be played again later. */
const TOLERANCE_SECONDS = 300

const SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Checks `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
function isSigned(rawBody: Buffer, signature: unknown, secret: string, at: Date): boolean {
  const parts = typeof signature === 'string' ? SHAPE.exec(signature) : null
  if (!parts?.[1] || !parts[2]) return false
  if (Math.abs(at.getTime() / 1000 - Number(parts[1])) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${parts[1]}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(parts[2], 'hex'))
}

const TIMEOUT_MS = 10_000

const DEFAULT_PAUSE_SECONDS = 5

const MAX_PAUSE_SECONDS = 300

const text = z.optional(z.nullable(z.string()))

const answers = z.object({
  results: z.array(
    z.object({
      reference: z.string(),
      status: z.enum(['accepted', 'rejected', 'not_found']),
      state: z.optional(z.nullable(z.string())),
      code: text,
    }),
  ),
})

const envelope = z.object({ receipts: z.array(z.unknown()).check(z.maxLength(1_000)) })

const receipt = z.object({ reference: z.string(), state: z.enum(['delivered', 'failed']), code: text })

type HttpGatewaySettings = { url: string; key: string; receiptSecret: string; receiptUrl: string }

/** A gateway that takes messages in batches over HTTP and signs its receipts; docs/gateway.md describes the protocol. */
function httpGateway(settings: HttpGatewaySettings): Gateway {
  const ask = async (path: string, body: object): Promise<GatewayAnswer[]> => {
    const reply = await post(`${settings.url}${path}`, settings.key, body)
    const parsed = answers.safeParse(await reply.json().catch(() => null))
    if (!parsed.success) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return parsed.data.results.map(({ reference, code, ...result }) => ({
      reference,
      status: statusOf(result),
      reason: reasonIn(code),
    }))
  }
  return {
    submit: (messages) => ask('/messages', { receiptUrl: settings.receiptUrl, messages: messages.map(onTheWire) }),
    lookUp: (references) => ask('/messages/lookup', { references }),
    readReceipts: ({ rawBody, headers, at }) => {
      const signature = headers['x-gateway-signature']
      if (!isSigned(rawBody, signature, settings.receiptSecret, at)) return 'unsigned'
      return receiptsIn(rawBody)
    },
  }
}

/** A state that we do not know says no more than that the message was taken. */
function statusOf({
  status,
  state,
}: Pick<z.infer<typeof answers>['results'][number], 'status' | 'state'>): GatewayAnswer['status'] {
  if (status === 'not_found') return 'unknown'
  return status === 'accepted' && (state === 'delivered' || state === 'failed') ? state : status
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
    if (neverArrived(error)) throw new GatewayClosed('The gateway cannot be reached.', { cause: error })
    throw new GatewayUnsure('The gateway did not answer.', { cause: error })
  }
  if (reply.status === 429 || reply.status === 503) throw new GatewayBusy(pauseOf(reply))
  if (reply.status >= 400 && reply.status < 500)
    throw new GatewayClosed(`The gateway refused the call: ${reply.status}.`)
  if (!reply.ok) throw new GatewayUnsure(`The gateway answered ${reply.status}.`)
  return reply
}

/** Whether the request failed before a byte of it could have been read. */
function neverArrived(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(cause?.code ?? '')
}

function pauseOf(reply: Response): number {
  const seconds = Number(reply.headers.get('retry-after') ?? DEFAULT_PAUSE_SECONDS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, MAX_PAUSE_SECONDS) : DEFAULT_PAUSE_SECONDS
}

/** Receipts of states that we do not know are passed over; the others of the same call count. */
function receiptsIn(rawBody: Buffer): Receipt[] | 'unreadable' {
  const parsed = envelope.safeParse(jsonIn(rawBody))
  if (!parsed.success) return 'unreadable'
  return parsed.data.receipts.flatMap((entry) => {
    const read = receipt.safeParse(entry)
    return read.success ? [{ ...read.data, reason: reasonIn(read.data.code) }] : []
  })
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

const REASON_MAX_LENGTH = 100

/** A gateway's own word for a reason; whatever it sends must be text that the database keeps. */
const reasonIn = (code: string | null | undefined): string | null =>
  code
    ?.toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, REASON_MAX_LENGTH) || null
