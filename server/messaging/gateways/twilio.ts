import { createHmac } from 'node:crypto'
import { z } from 'zod/mini'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { answeredJson, askProvider, lookUpEach, submitEach, type Answered } from './ask-provider.ts'
import {
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
  type Receipt,
} from './gateway.ts'
import { codeIn, formOf, idIn, isSame, numberIn, type SignedCall } from './signed-call.ts'

type TwilioSettings = { url: string; accountSid: string; authToken: string; callbackUrl: string }

/** Twilio knows no reference of ours, so a batch that is lost with its worker is in doubt: small ones. */
const BATCH = 50

/**
 * Twilio's Messages. A message is created with a callback that carries our reference, so that its reports come home whether
 * or not we got the answer; it is looked up by the SID that the answer gave.
 */
export function twilioGateway(settings: TwilioSettings): Gateway {
  const { url, accountSid, authToken, callbackUrl } = settings
  const messages = `${url}/2010-04-01/Accounts/${accountSid}/Messages`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const submit = async ([message]: readonly [OutgoingMessage]): Promise<GatewayAnswer[]> => {
    const { reference, from, permit, text } = message
    const body = new URLSearchParams({
      To: permit.address,
      From: from,
      Body: text,
      StatusCallback: `${callbackUrl}?${new URLSearchParams({ reference }).toString()}`,
    })
    const answered = await askProvider(`${messages}.json`, { method: 'POST', headers: { authorization }, body })
    return [createdAnswer(reference, answered)]
  }
  const lookUp = async ({ reference, id }: { reference: string; id: string }): Promise<GatewayAnswer> => {
    const answered = await askProvider(`${messages}/${encodeURIComponent(id)}.json`, { headers: { authorization } })
    return fetchedAnswer(reference, answered)
  }
  return {
    batch: BATCH,
    submit: (batch) =>
      submitEach(
        batch.map((message): readonly [OutgoingMessage] => [message]),
        submit,
      ),
    lookUp: (asked) => lookUpEach(asked, lookUp),
    readReceipts: (call) => (isSigned(call, authToken) ? receiptIn(call) : 'unsigned'),
    readReplies: (call) => (isSigned(call, authToken) ? replyIn(call) : 'unsigned'),
  }
}

const created = z.object({ sid: z.string(), status: z.string(), error_code: z.nullable(z.int()) })
const refused = z.object({ code: z.int() })

/** Error codes that are about our account or Twilio's load, not about the message. */
const OURS = new Set([20003, 20005, 20006, 20404, 30002, 90010])

function createdAnswer(reference: string, answered: Answered): GatewayAnswer {
  if (answered.status < 400) {
    const { data } = created.safeParse(answeredJson(answered))
    const id = idIn(data?.sid)
    if (!data || !id) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return { reference, id, ...stateOf(data.status, data.error_code) }
  }
  const code = refused.safeParse(answeredJson(answered)).data?.code
  if (answered.status !== 400 || code === undefined || OURS.has(code))
    throw new GatewayClosed(`The gateway refused the call: ${code ?? answered.status}.`)
  return { reference, status: 'rejected', reason: twilioReason(code) ?? 'refused', code: codeIn(code) }
}

function fetchedAnswer(reference: string, answered: Answered): GatewayAnswer {
  if (answered.status === 404) return { reference, status: 'unknown', reason: null }
  if (answered.status >= 400) throw new GatewayClosed(`The gateway refused the call: ${answered.status}.`)
  const { data } = created.safeParse(answeredJson(answered))
  if (!data) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
  return { reference, ...stateOf(data.status, data.error_code) }
}

/** What a message's status tells. `sent` is handed to the carrier: taken, no more. */
function stateOf(status: string, code: number | null) {
  if (status === 'delivered' || status === 'read') return { status: 'delivered' as const, reason: null }
  if (status === 'undelivered' || status === 'failed' || status === 'canceled')
    return { status: 'failed' as const, reason: twilioReason(code) ?? ('unknown' as const), code: codeIn(code) }
  return { status: 'accepted' as const, reason: null }
}

const REASONS: [DeliveryReason, number[]][] = [
  ['phone_off', [30003]],
  ['no_such_number', [30005, 30006, 21614]],
  ['invalid_number', [21211, 21217, 21265, 21604]],
  ['blocked_by_person', [21610]],
  ['blocked_by_network', [30004, 30007, 21408, 21612, 60410, 30453]],
  ['sender_refused', [21212, 21606, 21603, 21659, 30032, 30034, 30035, 30038, 30041]],
  ['network_fault', [30001, 30009, 30017, 30022, 30410, 30500, 31000]],
  ['expired', [30036]],
  ['refused', [21602, 21617, 21619, 30010, 30011, 30019]],
]

const BY_CODE = new Map(REASONS.flatMap(([reason, codes]) => codes.map((code) => [code, reason] as const)))

/** Twilio's error codes in the product's words; undefined: one that says nothing to us. 30008 is its own «unknown». */
export const twilioReason = (code: number | null): DeliveryReason | undefined =>
  code === null ? undefined : BY_CODE.get(code)

/** base64 of HMAC-SHA1 over the address that Twilio called, then each field's name and value, by name. */
export function twilioSignature(address: string, fields: Record<string, string>, authToken: string): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], address)
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

function isSigned(call: SignedCall, authToken: string): boolean {
  const given = call.headers['x-twilio-signature']
  return typeof given === 'string' && isSame(given, twilioSignature(call.address.href, formOf(call), authToken))
}

const status = z.object({ MessageStatus: z.string(), ErrorCode: z.optional(z.string().check(z.regex(/^\d{0,9}$/))) })

function receiptIn(call: SignedCall): Receipt[] | 'unreadable' {
  const { data } = status.safeParse(formOf(call))
  const reference = call.address.searchParams.get('reference')
  if (!data || !reference) return 'unreadable'
  const { status: state, ...why } = stateOf(data.MessageStatus, data.ErrorCode ? Number(data.ErrorCode) : null)
  return [{ reference, state, ...why }]
}

const reply = z.object({ MessageSid: z.string(), From: z.string(), To: z.string(), Body: z.string() })

/** Twilio does not say when it came. */
function replyIn(call: SignedCall): ReturnType<Gateway['readReplies']> {
  const { data } = reply.safeParse(formOf(call))
  const id = idIn(data?.MessageSid)
  if (!data || !id) return 'unreadable'
  return [{ id, from: numberIn(data.From), to: numberIn(data.To), text: data.Body, at: call.at }]
}
