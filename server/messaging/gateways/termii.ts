import { createHmac } from 'node:crypto'
import { z } from 'zod/mini'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { answeredJson, askProvider, lookUpEach, submitEach, type Answered } from './ask-provider.ts'
import {
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
  type Receipt,
} from './gateway.ts'
import { codeIn, hasKey, idIn, isSame, jsonOf, numberIn, timeIn, type SignedCall } from './signed-call.ts'

type TermiiSettings = {
  url: string
  apiKey: string
  secretKey: string
  callbackKey: string
  /** Which of Termii's routes: `generic`, or `dnd` for accounts that may reach numbers on the do-not-disturb list. */
  channel: 'generic' | 'dnd'
}

/** Termii knows no reference of ours, so a batch that is lost with its worker is in doubt: small ones. */
const BATCH = 50

/**
 * Termii's messaging. Its bulk call answers one id for all of its numbers, by which no report could be told apart, so each
 * message is a call of its own. Reports and look-ups know the id that the answer gave, nothing of ours.
 */
export function termiiGateway({ url, apiKey, secretKey, callbackKey, channel }: TermiiSettings): Gateway {
  const submit = async ([message]: readonly [OutgoingMessage]): Promise<GatewayAnswer[]> => {
    const { reference, from, permit, text } = message
    const body = JSON.stringify({
      api_key: apiKey,
      to: permit.address.slice(1),
      from,
      sms: text,
      type: segmentsOf(text).encoding === 'gsm' ? 'plain' : 'unicode',
      channel,
    })
    const headers = { 'content-type': 'application/json' }
    return [sentAnswer(reference, await askProvider(`${url}/api/sms/send`, { method: 'POST', headers, body }))]
  }
  const lookUp = async ({ reference, id }: { reference: string; id: string }): Promise<GatewayAnswer> => {
    const asked = new URLSearchParams({ api_key: apiKey, message_id: id })
    return historyAnswer({ reference, id }, await askProvider(`${url}/api/sms/inbox?${asked.toString()}`, {}))
  }
  const isGenuine = (call: SignedCall): boolean => hasKey(call, callbackKey) && isSigned(call, secretKey)
  return {
    batch: BATCH,
    submit: (batch) =>
      submitEach(
        batch.map((message): readonly [OutgoingMessage] => [message]),
        submit,
      ),
    lookUp: (asked) => lookUpEach(asked, lookUp),
    readReceipts: (call) => (isGenuine(call) ? receiptIn(call) : 'unsigned'),
    readReplies: (call) => (isGenuine(call) ? replyIn(call) : 'unsigned'),
    hasOneAddress: true,
  }
}

/** Long ids come as numbers too, which JSON would round: the text beside them is meant then. */
const sent = z.object({ message_id: z.string(), message_id_str: z.optional(z.string()) })
const refusal = z.object({ message: z._default(z.string(), '') })

/** What Termii refuses because of the message; every other refusal is about the account. */
const REFUSED: [RegExp, DeliveryReason][] = [
  [/sender ?id|applicationsenderid/i, 'sender_refused'],
  [/phone ?number|invalid number|\bto\b.*(?:required|invalid)/i, 'invalid_number'],
  [/dnd/i, 'blocked_by_network'],
  [/message.*(?:long|empty|content)|restricted/i, 'refused'],
]

function sentAnswer(reference: string, answered: Answered): GatewayAnswer {
  if (answered.status < 400) {
    const { data } = sent.safeParse(answeredJson(answered))
    const id = idIn(data?.message_id_str ?? data?.message_id)
    if (!id) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return { reference, id, status: 'accepted', reason: null }
  }
  const message = refusal.safeParse(answeredJson(answered)).data?.message ?? ''
  const known = REFUSED.find(([words]) => words.test(message))
  if (!known) throw new GatewayClosed(`The gateway refused the call: ${answered.status}.`)
  return { reference, status: 'rejected', reason: known[1], code: codeIn(message) }
}

const history = z.array(z.object({ message_id: z.string(), status: z.string() }))

function historyAnswer({ reference, id }: { reference: string; id: string }, answered: Answered): GatewayAnswer {
  if (answered.status === 404) return { reference, status: 'unknown', reason: null }
  if (answered.status >= 400) throw new GatewayClosed(`The gateway refused the call: ${answered.status}.`)
  const parsed = history.safeParse(answeredJson(answered))
  if (!parsed.success) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
  const found = parsed.data.find(({ message_id }) => message_id === id)
  if (!found) return { reference, status: 'unknown', reason: null }
  const { state, ...why } = termiiState(found.status)
  return { reference, status: state, ...why }
}

const FAILED: [RegExp, DeliveryReason][] = [
  [/^dnd active/i, 'blocked_by_network'],
  [/^expired/i, 'expired'],
  [/^reject/i, 'refused'],
]

/** Termii's words for states, which it writes with and without an explanation: `DELIVERED | Message delivered to handset`. */
export function termiiState(status: string) {
  const word = status.trim()
  if (/^delivered/i.test(word)) return { state: 'delivered' as const, reason: null }
  const failed = FAILED.find(([words]) => words.test(word))
  if (failed) return { state: 'failed' as const, reason: failed[1], code: codeIn(word) }
  if (/failed/i.test(word)) return { state: 'failed' as const, reason: 'unknown' as const, code: codeIn(word) }
  return { state: 'accepted' as const, reason: null }
}

/** Hex of HMAC-SHA512 over the body, made with the account's secret key. */
function isSigned({ rawBody, headers }: SignedCall, secretKey: string): boolean {
  const given = headers['x-termii-signature']
  const expected = createHmac('sha512', secretKey).update(rawBody).digest('hex')
  return typeof given === 'string' && isSame(given.toLowerCase(), expected)
}

const outbound = z.object({ type: z.string(), message_id: z.string(), status: z.string() })

/** Events of other kinds come to the same address: they are passed over. */
function receiptIn(call: SignedCall): Receipt[] | 'unreadable' {
  const { data } = outbound.safeParse(jsonOf(call))
  const id = idIn(data?.message_id)
  if (!data) return jsonOf(call) === null ? 'unreadable' : []
  return data.type === 'outbound' && id ? [{ id, ...termiiState(data.status) }] : []
}

const inbound = z.object({
  type: z.literal('inbound'),
  message_id: z.string(),
  sender: z.string(),
  receiver: z.string(),
  message: z.string(),
  received_at: z.optional(z.string()),
})

function replyIn(call: SignedCall): ReturnType<Gateway['readReplies']> {
  const { data } = inbound.safeParse(jsonOf(call))
  const id = idIn(data?.message_id)
  if (!data) return jsonOf(call) === null ? 'unreadable' : []
  if (!id) return []
  const [from, to] = [numberIn(data.sender), numberIn(data.receiver)]
  return [{ id, from, to, text: data.message, at: timeIn(data.received_at, call) }]
}
