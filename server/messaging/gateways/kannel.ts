import { z } from 'zod/mini'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { segmentsOf } from '#contract/messaging/segments.ts'
import { askProvider, cannotTell, submitEach, type Answered } from './ask-provider.ts'
import {
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
  type Receipt,
} from './gateway.ts'
import { codeIn, hasKey, idIn, numberIn, type SignedCall } from './signed-call.ts'

type KannelSettings = {
  url: string
  username: string
  password: string
  callbackKey: string
  callbackUrl: string
}

/** Kannel knows no reference of ours, so a batch that is lost with its worker is in doubt: no more than go out at once. */
const BATCH = 50

/** Delivered, failed, refused by the SMSC. That the SMSC took it would be a call for each message that says nothing new. */
const WANTED = 1 + 2 + 16

/**
 * Kannel's smsbox, which speaks SMPP to any carrier: `sendsms` for each message, a report to our address for each of its
 * states. It answers once its bearerbox has the message in its store. It cannot be asked about a message: what we had no
 * answer for is told by its reports, or stays unknown.
 */
export function kannelGateway(settings: KannelSettings): Gateway {
  const submit = async ([message]: readonly [OutgoingMessage]): Promise<GatewayAnswer[]> => [
    answerOf(message, await askProvider(addressFor(settings, message), {}, { takesNothingAt503: true })),
  ]
  return {
    batch: BATCH,
    submit: (messages) =>
      submitEach(
        messages.map((message): readonly [OutgoingMessage] => [message]),
        submit,
      ),
    lookUp: (messages) => Promise.resolve(messages.map(cannotTell)),
    readReceipts: (call) => (hasKey(call, settings.callbackKey) ? receiptIn(call) : 'unsigned'),
    readReplies: (call) => (hasKey(call, settings.callbackKey) ? replyIn(call) : 'unsigned'),
  }
}

function addressFor(
  { url, username, password, callbackKey, callbackUrl }: KannelSettings,
  message: OutgoingMessage,
): string {
  const { reference, from, permit, text } = message
  // Kannel puts in what stands behind the percent signs: the kind of report, the code of the network.
  const report = `${callbackUrl}?${new URLSearchParams({ key: callbackKey, reference }).toString()}&type=%d&answer=%A`
  const written = text.normalize('NFC')
  const asked = new URLSearchParams({
    username,
    password,
    from,
    to: permit.address,
    text: written,
    charset: 'UTF-8',
    coding: segmentsOf(written).encoding === 'gsm' ? '0' : '2',
    'dlr-mask': String(WANTED),
    'dlr-url': report,
  })
  return `${url}/cgi-bin/sendsms?${asked.toString()}`
}

/** `0: Accepted for delivery`, `3: Queued for later delivery`, and `Sent.` where it does not wait for its bearerbox. */
const ACCEPTED = /^(?:0:|3:|Sent)/

/** `Not routable` is about this message; any other refusal is about us. */
function answerOf({ reference }: OutgoingMessage, { status, text }: Answered): GatewayAnswer {
  if (status < 300) {
    if (!ACCEPTED.test(text)) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
    return { reference, status: 'accepted', reason: null }
  }
  if (status === 403 && !text.startsWith('Not routable'))
    throw new GatewayClosed(`The gateway refused the call: ${status}.`)
  if (status === 404) throw new GatewayClosed('There is no Kannel at this address.')
  const code = codeIn(text.slice(0, 60))
  return { reference, status: 'rejected', reason: /receiver|number/i.test(text) ? 'invalid_number' : 'refused', code }
}

/** The error that an SMSC writes into its report, as GSM numbers them (MAP); networks do not all keep to it. */
const ERRORS = new Map<number, DeliveryReason>([
  [1, 'no_such_number'],
  [5, 'no_such_number'],
  [6, 'phone_off'],
  [9, 'no_such_number'],
  [11, 'blocked_by_network'],
  [12, 'blocked_by_network'],
  [13, 'blocked_by_network'],
  [21, 'blocked_by_network'],
  [27, 'phone_off'],
  [31, 'phone_off'],
  [32, 'inbox_full'],
  [34, 'network_fault'],
])

/** The state of SMPP where the error says nothing. */
const STATES = new Map<string, DeliveryReason>([
  ['EXPIRED', 'expired'],
  ['REJECTD', 'refused'],
  ['DELETED', 'refused'],
])

/** Status codes of SMPP with which an SMSC refuses a message outright. */
const REFUSALS = new Map<number, DeliveryReason>([
  [0x08, 'network_fault'],
  [0x0a, 'sender_refused'],
  [0x0b, 'no_such_number'],
  [0x14, 'inbox_full'],
  [0x45, 'refused'],
  [0x58, 'network_fault'],
])

/** Why a message failed, from what the SMSC answered: `NACK/0x0000000b/…`, or `… stat:UNDELIV err:001 …`. */
export function kannelWhy(answer: string): { reason: DeliveryReason; code: string | null } {
  const [, refusal] = /^NACK\/(0x[0-9a-f]{1,8}|\d{1,9})/i.exec(answer) ?? []
  if (refusal !== undefined) return { reason: REFUSALS.get(Number(refusal)) ?? 'refused', code: codeIn(refusal) }
  const [, state = ''] = /\bstat:([A-Z]{1,10})/i.exec(answer) ?? []
  const [, error = ''] = /\berr:([0-9A-Za-z]{1,10})/i.exec(answer) ?? []
  const reason = ERRORS.get(Number(error || Number.NaN)) ?? STATES.get(state.toUpperCase()) ?? 'unknown'
  return { reason, code: codeIn([state, error].filter(Boolean).join(' ')) }
}

const report = z.object({ reference: z.string(), type: z.string(), answer: z._default(z.string(), '') })

const fieldsOf = ({ address }: SignedCall): Record<string, string> => Object.fromEntries(address.searchParams)

/** One report a call. Kinds that say nothing new are passed over. */
function receiptIn(call: SignedCall): Receipt[] | 'unreadable' {
  const { data } = report.safeParse(fieldsOf(call))
  if (!data) return 'unreadable'
  const { reference, type, answer } = data
  if (type === '1') return [{ reference, state: 'delivered', reason: null }]
  if (type === '8') return [{ reference, state: 'accepted', reason: null }]
  return type === '2' || type === '16' ? [{ reference, state: 'failed', ...kannelWhy(answer) }] : []
}

const reply = z.object({ id: z.string(), from: z.string(), to: z.string(), text: z.string(), at: z.string() })

/** As the `get-url` of docs/gateway.md has it; the time in seconds since 1970. */
function replyIn(call: SignedCall): ReturnType<Gateway['readReplies']> {
  const { data } = reply.safeParse(fieldsOf(call))
  const id = idIn(data?.id)
  const seconds = Number(data?.at)
  if (!data || !id) return 'unreadable'
  const at = /^\d{9,11}$/.test(data.at) ? new Date(seconds * 1000) : call.at
  return [{ id, from: numberIn(data.from), to: numberIn(data.to), text: data.text, at }]
}
