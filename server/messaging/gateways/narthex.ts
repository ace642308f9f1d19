import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod/mini'
import { deliveryReason, type DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { answeredJson, askProvider } from './ask-provider.ts'
import {
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
  type Receipt,
  type Why,
} from './gateway.ts'
import { codeIn, idIn, jsonOf, numberIn, timeIn, type SignedCall } from './signed-call.ts'

type NarthexSettings = { url: string; key: string; receiptSecret: string; callbackUrl: string }

/** As many as the protocol takes in one call: the same reference again is the same message, so none is in doubt for long. */
const BATCH = 500

const text = z.optional(z.nullable(z.string()))

const answers = z.object({
  results: z.array(
    z.object({
      reference: z.string(),
      status: z.enum(['accepted', 'rejected', 'not_found']),
      state: text,
      code: text,
    }),
  ),
})
type Result = z.infer<typeof answers>['results'][number]

/** A gateway that speaks our own protocol (docs/gateway.md): batches, each reference once, look-ups, signed receipts. */
export function narthexGateway({ url, key, receiptSecret, callbackUrl }: NarthexSettings): Gateway {
  const ask = async (path: string, body: object): Promise<GatewayAnswer[]> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify(body) } as const
    const answered = await askProvider(`${url}${path}`, asked, { takesNothingAt503: true })
    if (answered.status >= 400) throw new GatewayClosed(`The gateway refused the call: ${answered.status}.`)
    const parsed = answers.safeParse(answeredJson(answered))
    if (!parsed.success) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return parsed.data.results.map(answerOf)
  }
  const signed = <T>(call: SignedCall, read: () => T): T | 'unsigned' =>
    isSigned(call, receiptSecret) ? read() : 'unsigned'
  return {
    batch: BATCH,
    submit: (messages) => ask('/messages', { receiptUrl: callbackUrl, messages: messages.map(onTheWire) }),
    lookUp: (messages) => ask('/messages/lookup', { references: messages.map(({ reference }) => reference) }),
    readReceipts: (call) => signed(call, () => receiptsIn(jsonOf(call))),
    readReplies: (call) => signed(call, () => repliesIn(call)),
  }
}

const onTheWire = ({ reference, from, permit, text: written }: OutgoingMessage): object => ({
  reference,
  from,
  to: permit.address,
  text: written,
})

function answerOf(result: Result): GatewayAnswer {
  const status = statusOf(result)
  return { reference: result.reference, status, ...narthexWhy(status, result.code) }
}

/** A state that we do not know says no more than that the message was taken. */
function statusOf({ status, state }: Result): 'unknown' | 'accepted' | 'rejected' | 'delivered' | 'failed' {
  if (status === 'not_found') return 'unknown'
  return status === 'accepted' && (state === 'delivered' || state === 'failed') ? state : status
}

/** What gateways of the first version said. */
const OLDER = new Map<unknown, DeliveryReason>([['absent_subscriber', 'phone_off']])

/** The protocol has the product's own words for reasons; any other code is the network's. */
export function narthexWhy(status: string, code: string | null | undefined): Why {
  if (status !== 'failed' && status !== 'rejected') return { reason: null }
  const known = deliveryReason.safeParse(code).data ?? OLDER.get(code)
  return { reason: known ?? (status === 'failed' ? 'unknown' : 'refused'), code: codeIn(code) }
}

/** A signed call older (or newer) than this is refused, so that a recorded one cannot be played again later. */
const TOLERANCE_SECONDS = 300

const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/** Checks `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
function isSigned({ rawBody, headers, at }: SignedCall, secret: string): boolean {
  const signature = headers['x-gateway-signature']
  const [, seconds, mac] = (typeof signature === 'string' && SIGNATURE.exec(signature)) || []
  if (!seconds || !mac || Math.abs(at.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(mac, 'hex'))
}

const MOST = 1_000
const receipts = z.object({ receipts: z.array(z.unknown()).check(z.maxLength(MOST)) })
const receipt = z.object({ reference: z.string(), state: z.enum(['delivered', 'failed']), code: text })

/** Receipts of states that we do not know are passed over; the others of the same call count. */
function receiptsIn(body: unknown): Receipt[] | 'unreadable' {
  const parsed = receipts.safeParse(body)
  if (!parsed.success) return 'unreadable'
  return parsed.data.receipts.flatMap((entry) => {
    const { data } = receipt.safeParse(entry)
    return data ? [{ reference: data.reference, state: data.state, ...narthexWhy(data.state, data.code) }] : []
  })
}

const replies = z.object({ replies: z.array(z.unknown()).check(z.maxLength(MOST)) })
const reply = z.object({ id: z.string(), from: z.string(), to: z.string(), text: z.string(), at: z.string() })

/** A reply without what names it cannot be kept and is passed over; a time that is none is the time of the call. */
function repliesIn(call: SignedCall): ReturnType<Gateway['readReplies']> {
  const parsed = replies.safeParse(jsonOf(call))
  if (!parsed.success) return 'unreadable'
  return parsed.data.replies.flatMap((entry) => {
    const { data } = reply.safeParse(entry)
    const id = idIn(data?.id)
    if (!data || !id) return []
    return [{ id, from: numberIn(data.from), to: numberIn(data.to), text: data.text, at: timeIn(data.at, call) }]
  })
}
