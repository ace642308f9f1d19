import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoNow } from '../clock/clock.ts'
import { answerThroughFault } from '../faults/answer.ts'
import { checked } from '../platform/input.ts'
import { createCourier, signatureOf } from './courier.ts'
import type { Messages, SmsMessage } from './messages.ts'
import { lookup, type Rejection, submission, type Submitted } from './protocol.ts'
import { secretFor, type BringsReply, type SmsSetting } from './provider.ts'

const REFUSED: Rejection = { code: 'refused', message: 'The network refused this message.' }

/** The protocol of docs/gateway.md: messages in batches, each reference once, look-ups, signed receipts in batches. */
export async function ownRoutes(api: FastifyInstance, setting: SmsSetting): Promise<void> {
  const { secrets, messages, faults, closing } = setting
  const courier = createCourier({ secret: secrets.SMS_RECEIPT_SECRET, faults, closing, log: api.log })
  api.addHook('onRequest', withKey(secrets.SMS_GATEWAY_KEY))

  api.post('/sms/v1/messages', (request, reply) => {
    const submitted = checked(submission, request.body)
    const fault = faults.take('sms submission')
    const answer = () => {
      const taken = takeAll(messages, submitted.messages, fault?.mode === 'refuse-half')
      courier.add(submitted.receiptUrl, taken.accepted)
      return { results: taken.results }
    }
    return answerThroughFault({ fault, reply, closing, answer })
  })

  api.post('/sms/v1/messages/lookup', (request, reply) => {
    const { references } = checked(lookup, request.body)
    const answer = () => ({ results: references.map((reference) => lookedUp(messages, reference)) })
    return answerThroughFault({ fault: faults.take('sms lookup'), reply, closing, answer })
  })
}

const withKey = (key: string) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (request.headers.authorization !== `Bearer ${key}`) return reply.code(401).send({ error: 'unauthorized' })
  return undefined
}

/** Takes each message once: a reference already known answers as it did. */
function takeAll(messages: Messages, submitted: readonly Submitted[], refuseHalf: boolean) {
  const results: object[] = []
  const accepted: SmsMessage[] = []
  for (const [index, one] of submitted.entries()) {
    const known = messages.find(one.reference)
    if (known) known.attempts++
    const refusal = refuseHalf && index % 2 === 1 ? REFUSED : undefined
    const message = known ?? messages.add(one, { gateway: 'default', id: `sms_${randomUUID()}`, refusal })
    results.push(resultOf(message))
    if (!known && message.state === 'accepted') accepted.push(message)
  }
  return { results, accepted }
}

/** What was answered for a message when it came. */
const resultOf = ({ reference, id, rejection }: SmsMessage): object =>
  rejection ? { reference, status: 'rejected', ...rejection } : { reference, status: 'accepted', id }

/** As it was answered, and what the network has made of it since. */
function lookedUp(messages: Messages, reference: string): object {
  const message = messages.find(reference)
  if (!message) return { reference, status: 'not_found' }
  const { rejection, state, code } = message
  return rejection ? resultOf(message) : { ...resultOf(message), state, code }
}

export const ownReply =
  ({ secrets, callbackUrl }: SmsSetting): BringsReply =>
  (reply) =>
  (forged) => {
    const body = JSON.stringify({ replies: [{ ...reply, at: reply.at.toISOString() }] })
    const secret = secretFor(forged, secrets.SMS_RECEIPT_SECRET)
    return {
      url: callbackUrl('default', 'replies'),
      body,
      headers: { 'x-gateway-signature': signatureOf(body, secret, demoNow()) },
    }
  }
