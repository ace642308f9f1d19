import { z } from 'zod/mini'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { answeredJson, askProvider, cannotTell, submitEach, type Answered } from './ask-provider.ts'
import {
  GatewayClosed,
  GatewayUnsure,
  type Gateway,
  type GatewayAnswer,
  type OutgoingMessage,
  type Receipt,
} from './gateway.ts'
import { codeIn, formOf, hasKey, idIn, numberIn, timeIn, type SignedCall } from './signed-call.ts'

type AfricasTalkingSettings = { url: string; username: string; apiKey: string; callbackKey: string }

/** It knows no reference of ours, so a batch that is lost with its worker is in doubt: small ones. */
const BATCH = 100

/**
 * Africa's Talking. One call takes one text to many numbers, so messages of one text travel together and personal ones
 * alone. Its reports know the id that the answer gave; it cannot be asked about a message.
 */
export function africasTalkingGateway({ url, username, apiKey, callbackKey }: AfricasTalkingSettings): Gateway {
  const submit = async (messages: readonly OutgoingMessage[]): Promise<GatewayAnswer[]> => {
    const [{ from, text } = { from: '', text: '' }] = messages
    const to = messages.map(({ permit }) => permit.address).join(',')
    const body = new URLSearchParams({ username, to, message: text, from, bulkSMSMode: '1', enqueue: '1' })
    const headers = { apiKey, accept: 'application/json' }
    return sentAnswers(messages, await askProvider(`${url}/version1/messaging`, { method: 'POST', headers, body }))
  }
  return {
    batch: BATCH,
    submit: (messages) => submitEach(byText(messages), submit),
    lookUp: (messages) => Promise.resolve(messages.map(cannotTell)),
    readReceipts: (call) => (hasKey(call, callbackKey) ? receiptIn(call) : 'unsigned'),
    readReplies: (call) => (hasKey(call, callbackKey) ? replyIn(call) : 'unsigned'),
  }
}

/** Messages of one sender and one text, and no number twice in one call: the answer tells numbers apart, nothing else. */
function byText(messages: OutgoingMessage[]): OutgoingMessage[][] {
  const parts = new Map<string, OutgoingMessage[]>()
  const seen = new Map<string, number>()
  for (const message of messages) {
    const same = `${message.from}\n${message.text}`
    const nth = seen.get(`${same}\n${message.permit.address}`) ?? 0
    seen.set(`${same}\n${message.permit.address}`, nth + 1)
    const part = parts.get(`${nth}\n${same}`) ?? []
    parts.set(`${nth}\n${same}`, part)
    part.push(message)
  }
  return [...parts.values()]
}

const sent = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(
      z.object({ statusCode: z.int(), number: z.string(), status: z.string(), messageId: z._default(z.string(), '') }),
    ),
  }),
})

function sentAnswers(messages: readonly OutgoingMessage[], answered: Answered): GatewayAnswer[] {
  if (answered.status >= 400) throw new GatewayClosed(`The gateway refused the call: ${answered.status}.`)
  const { data } = sent.safeParse(answeredJson(answered))
  if (!data) throw new GatewayUnsure('The gateway answered something that is not its protocol.')
  const byNumber = new Map(data.SMSMessageData.Recipients.map((recipient) => [numberIn(recipient.number), recipient]))
  // Numbers that it leaves out of a list that it took are in doubt; a list without any is refused as a whole.
  if (byNumber.size === 0) throw new GatewayClosed('The gateway refused the call.')
  return messages.map(({ reference, permit }) => {
    const recipient = byNumber.get(permit.address)
    if (!recipient) return { reference, ...inDoubt }
    const { statusCode, status, messageId } = recipient
    const id = idIn(messageId) ?? undefined
    return { reference, ...(id && { id }), ...africasTalkingAnswer(statusCode, status) }
  })
}

const inDoubt = {
  status: 'unsure' as const,
  reason: null,
  code: null,
  failure: new GatewayUnsure('The gateway left messages out of its answer.'),
}

/** Processed, sent, queued, and held until somebody there has looked at it. */
const TAKEN = new Set([100, 101, 102, 401])

const REFUSED = new Map<number, DeliveryReason>([
  [402, 'sender_refused'],
  [403, 'invalid_number'],
  [404, 'invalid_number'],
  [406, 'blocked_by_person'],
  [407, 'network_fault'],
  [409, 'blocked_by_network'],
  [502, 'refused'],
])

/** What its status codes say of one number. 405 is our balance, which has nothing to do with the message; 500 and 501 tell nothing. */
export function africasTalkingAnswer(statusCode: number, status: string): Omit<GatewayAnswer, 'reference' | 'id'> {
  if (TAKEN.has(statusCode)) return { status: 'accepted', reason: null }
  if (statusCode === 405)
    return { status: 'untaken', reason: null, failure: new GatewayClosed('The gateway has no balance left.') }
  const reason = REFUSED.get(statusCode)
  if (reason) return { status: 'rejected', reason, code: codeIn(status) }
  return inDoubt
}

const FAILURES: Record<string, DeliveryReason> = {
  absentsubscriber: 'phone_off',
  userisinactive: 'no_such_number',
  userdoesnotexist: 'no_such_number',
  notnetworksubscriber: 'no_such_number',
  useraccountsuspended: 'blocked_by_network',
  userinblacklist: 'blocked_by_person',
  usernotsubscribedtoproduct: 'blocked_by_person',
  donotdisturbrejection: 'blocked_by_network',
  invalidsenderid: 'sender_refused',
  insufficientcredit: 'refused',
  invalidlinkid: 'refused',
  deliveryfailure: 'network_fault',
  gatewayerror: 'network_fault',
  inboxfull: 'inbox_full',
  messagequeuefull: 'inbox_full',
  expired: 'expired',
}

/** Its states; `failureReason` comes with `Rejected` and `Failed`, and not from every network. */
export function africasTalkingState(status: string, failureReason = '') {
  if (status === 'Success') return { state: 'delivered' as const, reason: null }
  if (!['Rejected', 'Failed', 'AbsentSubscriber', 'Expired'].includes(status))
    return { state: 'accepted' as const, reason: null }
  const word = failureReason || status
  const otherwise = status === 'Rejected' ? ('refused' as const) : ('unknown' as const)
  const known = Object.entries(FAILURES).find(([name]) => name === word.toLowerCase())?.[1]
  return { state: 'failed' as const, reason: known ?? otherwise, code: codeIn(word) }
}

const report = z.object({ id: z.string(), status: z.string(), failureReason: z.optional(z.string()) })

function receiptIn(call: SignedCall): Receipt[] | 'unreadable' {
  const { data } = report.safeParse(formOf(call))
  const id = idIn(data?.id)
  return data && id ? [{ id, ...africasTalkingState(data.status, data.failureReason) }] : 'unreadable'
}

const reply = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  date: z.optional(z.string()),
})

function replyIn(call: SignedCall): ReturnType<Gateway['readReplies']> {
  const { data } = reply.safeParse(formOf(call))
  const id = idIn(data?.id)
  if (!data || !id) return 'unreadable'
  return [{ id, from: numberIn(data.from), to: numberIn(data.to), text: data.text, at: timeIn(data.date, call) }]
}
