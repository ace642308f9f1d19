import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerThroughFault } from '../faults/answer.ts'
import type { SmsMessage } from './messages.ts'
import { fieldsOf, FORM, secretFor, type BringsReply, type SmsSetting } from './provider.ts'
import type { Notice } from './single-courier.ts'
import { endingOf, type Failure } from './verdict.ts'

const ERRORS: Record<Failure, number> = {
  phone_off: 30003,
  no_such_number: 30005,
  inbox_full: 30008,
  blocked_by_person: 21610,
  blocked_by_network: 30007,
  sender_refused: 30034,
  network_fault: 30410,
  expired: 30036,
}

/** Twilio's Messages: create and fetch, with a callback for each status. */
export function twilioRoutes(api: FastifyInstance, setting: SmsSetting): void {
  const { secrets, messages, faults, closing, courier } = setting
  const credentials = `${secrets.TWILIO_ACCOUNT_SID}:${secrets.TWILIO_AUTH_TOKEN}`
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  const path = '/twilio/2010-04-01/Accounts/:account'

  api.post(`${path}/Messages.json`, (request, reply) => {
    if (request.headers.authorization !== authorization) return refused(reply, 401, 20003, 'Authenticate')
    const { To = '', From = '', Body = '', StatusCallback } = fieldsOf(request.body)
    if (!Body) return refused(reply, 400, 21602, 'Message body is required')
    if (!From) return refused(reply, 400, 21603, "A 'From' phone number is required")
    const fault = faults.take('sms submission')
    const answer = () => {
      const reference =
        StatusCallback === undefined ? '' : (new URL(StatusCallback).searchParams.get('reference') ?? '')
      const id = `SM${randomBytes(16).toString('hex')}`
      const message = messages.add({ reference, from: From, to: To, text: Body }, { gateway: 'twilio', id })
      if (message.rejection) return refused(reply, 400, 21211, `Invalid 'To' Phone Number: ${To}`)
      if (StatusCallback !== undefined) courier.bring(callbacks(message, StatusCallback, secrets))
      void reply.code(201)
      return resource(message, secrets.TWILIO_ACCOUNT_SID)
    }
    return answerThroughFault({ fault, reply, closing, answer, inWords: faultWords })
  })

  api.get<{ Params: { sid: string } }>(`${path}/Messages/:sid.json`, (request, reply) => {
    if (request.headers.authorization !== authorization) return refused(reply, 401, 20003, 'Authenticate')
    const answer = () => {
      const message = messages.find(request.params.sid)
      if (message?.gateway !== 'twilio') return refused(reply, 404, 20404, 'The requested resource was not found')
      return resource(message, secrets.TWILIO_ACCOUNT_SID)
    }
    return answerThroughFault({ fault: faults.take('sms lookup'), reply, closing, answer, inWords: faultWords })
  })
}

const words = (status: number, code: number, message: string) => ({
  code,
  message,
  more_info: `https://www.twilio.com/docs/errors/${code}`,
  status,
})

function refused(reply: FastifyReply, status: number, code: number, message: string): object {
  void reply.code(status)
  return words(status, code, message)
}

const faultWords = (status: 500 | 429): object =>
  status === 429 ? words(429, 20429, 'Too Many Requests') : words(500, 20500, 'Internal Server Error')

const STATUSES = { accepted: 'queued', delivered: 'delivered', failed: 'undelivered', rejected: 'failed' } as const

/** A message as Twilio shows it. */
function resource({ id, from, to, text, at, state, code }: SmsMessage, account: string): object {
  const when = new Date(at).toUTCString()
  const uri = `/2010-04-01/Accounts/${account}/Messages/${id}`
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body: text,
    date_created: when,
    date_sent: state === 'accepted' ? null : when,
    date_updated: when,
    direction: 'outbound-api',
    error_code: code === null ? null : Number(code),
    error_message: code === null ? null : 'The message was not delivered.',
    from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: '1',
    price: null,
    price_unit: 'USD',
    sid: id,
    status: STATUSES[state],
    subresource_uris: { media: `${uri}/Media.json` },
    to,
    uri: `${uri}.json`,
  }
}

type Secrets = SmsSetting['secrets']

/** `sent`, then the end of it. */
function callbacks(message: SmsMessage, address: string, secrets: Secrets): Notice[] {
  const ending = endingOf(message.to)
  const told =
    (status: string, code?: number): Notice =>
    (forged) => {
      if (status !== 'sent')
        Object.assign(message, { state: status === 'delivered' ? status : 'failed', code: code ? String(code) : null })
      const error = code === undefined ? {} : { ErrorCode: String(code) }
      const about = { MessageSid: message.id, SmsSid: message.id, MessageStatus: status, SmsStatus: status }
      const fields = { ...about, To: message.to, From: message.from, ApiVersion: '2010-04-01', ...error }
      return signed(address, { AccountSid: secrets.TWILIO_ACCOUNT_SID, ...fields }, secrets, forged)
    }
  const sent = told('sent')
  if (ending === 'no_report') return [sent]
  return [sent, ending === 'delivered' ? told('delivered') : told('undelivered', ERRORS[ending])]
}

/** base64 of HMAC-SHA1 over the address and each field's name and value, by name. */
function signed(url: string, fields: Record<string, string>, secrets: Secrets, forged: boolean): ReturnType<Notice> {
  const text =
    url +
    Object.entries(fields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('')
  const mac = createHmac('sha1', secretFor(forged, secrets.TWILIO_AUTH_TOKEN)).update(text).digest('base64')
  return { url, body: new URLSearchParams(fields).toString(), headers: { ...FORM, 'x-twilio-signature': mac } }
}

export const twilioReply =
  ({ secrets, callbackUrl }: SmsSetting): BringsReply =>
  ({ id, from, to, text }) =>
  (forged) => {
    const about = {
      MessageSid: id,
      SmsSid: id,
      AccountSid: secrets.TWILIO_ACCOUNT_SID,
      NumMedia: '0',
      NumSegments: '1',
    }
    const fields = { ...about, From: from, To: to, Body: text, ApiVersion: '2010-04-01' }
    return signed(callbackUrl('twilio', 'replies'), fields, secrets, forged)
  }
