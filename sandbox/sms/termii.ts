import { createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { demoNow } from '../clock/clock.ts'
import { answerThroughFault } from '../faults/answer.ts'
import { checked } from '../platform/input.ts'
import type { SmsMessage } from './messages.ts'
import { secretFor, type BringsReply, type SmsSetting } from './provider.ts'
import type { Notice } from './single-courier.ts'
import { endingOf, type Failure } from './verdict.ts'

const submission = z.object({
  api_key: z.string(),
  to: z.string(),
  from: z.string(),
  sms: z.string().min(1),
  type: z.enum(['plain', 'unicode']),
  channel: z.enum(['generic', 'dnd', 'whatsapp']),
})

const history = z.object({ api_key: z.string(), message_id: z.string() })

/** Twenty digits, as Termii's own. */
const newId = (): string => `30${Array.from({ length: 18 }, () => randomInt(10)).join('')}`

/** Termii: send, history, events to the address of its dashboard. */
export function termiiRoutes(api: FastifyInstance, setting: SmsSetting): void {
  const { secrets, messages, faults, closing, courier } = setting

  api.post('/termii/api/sms/send', (request, reply) => {
    const { api_key, to, from, sms: text } = checked(submission, request.body)
    if (api_key !== secrets.TERMII_API_KEY) return refused(reply, 401, 'Invalid API key')
    const fault = faults.take('sms submission')
    const answer = () => {
      const id = newId()
      const message = messages.add({ reference: id, from, to: `+${to}`, text }, { gateway: 'termii', id })
      if (message.rejection) return refused(reply, 400, 'Invalid phone number')
      courier.bring(events(message, setting))
      return {
        code: 'ok',
        balance: 1_047.57,
        message_id: id,
        message: 'Successfully Sent',
        user: 'Narthex',
        message_id_str: id,
      }
    }
    return answerThroughFault({ fault, reply, closing, answer, inWords: faultWords })
  })

  api.get('/termii/api/sms/inbox', (request, reply) => {
    const { api_key, message_id } = checked(history, request.query)
    if (api_key !== secrets.TERMII_API_KEY) return refused(reply, 401, 'Invalid API key')
    const answer = () => {
      const message = messages.find(message_id)
      return message?.gateway === 'termii' ? [line(message)] : []
    }
    return answerThroughFault({ fault: faults.take('sms lookup'), reply, closing, answer, inWords: faultWords })
  })
}

function refused(reply: FastifyReply, status: number, message: string): object {
  void reply.code(status)
  return { code: status, message, status: 'error' }
}

const faultWords = (status: 500 | 429): object => ({ code: status, message: 'Something went wrong', status: 'error' })

const plainNumber = (number: string): string => number.replace('+', '')

/** One line of the history. */
const line = ({ id, from, to, text, at, state, code }: SmsMessage): object => ({
  sender: from,
  receiver: plainNumber(to),
  message: text,
  amount: 1,
  reroute: 0,
  status: state === 'accepted' ? 'Message Sent' : (code ?? 'Delivered'),
  sms_type: 'plain',
  send_by: 'sms',
  media_url: null,
  message_id: id,
  notify_url: null,
  notify_id: null,
  created_at: at,
})

/** Termii tells few reasons apart. */
const ERRORS: Record<Failure, string> = {
  phone_off: 'Message Failed',
  no_such_number: 'Message Failed',
  inbox_full: 'Message Failed',
  blocked_by_person: 'Rejected',
  blocked_by_network: 'DND Active on Phone Number',
  sender_refused: 'Rejected',
  network_fault: 'Message Failed',
  expired: 'Expired',
}

function events(message: SmsMessage, setting: SmsSetting): Notice[] {
  const ending = endingOf(message.to)
  const status = ending === 'delivered' || ending === 'no_report' ? 'DELIVERED' : ERRORS[ending]
  const told =
    (words: string): Notice =>
    (forged) => {
      if (words === 'DELIVERED') Object.assign(message, { state: 'delivered', code: null })
      else if (words !== 'Message Sent') Object.assign(message, { state: 'failed', code: words })
      const { id, from: sender, to, text } = message
      const about = { type: 'outbound', id, message_id: id, receiver: plainNumber(to), sender, message: text }
      const sent_at = demoNow().toISOString().slice(0, 19).replace('T', ' ')
      return signed(setting, { ...about, sent_at, cost: '3.9', status: words, channel: 'generic' }, forged)
    }
  return ending === 'no_report' ? [told('Message Sent')] : [told('Message Sent'), told(status)]
}

/** Hex of HMAC-SHA512 over the body; the key stands in the address that the dashboard was given. */
function signed({ secrets, callbackUrl }: SmsSetting, event: object, forged: boolean) {
  const body = JSON.stringify(event)
  const mac = createHmac('sha512', secretFor(forged, secrets.TERMII_SECRET_KEY)).update(body).digest('hex')
  const url = `${callbackUrl('termii')}?key=${secrets.TERMII_CALLBACK_KEY}`
  return { url, body, headers: { 'x-termii-signature': mac } }
}

/** Comes where events come: Termii knows one address. */
export const termiiReply =
  (setting: SmsSetting): BringsReply =>
  ({ id, from, to, text, at }) =>
  (forged) => {
    const about = { type: 'inbound', id, message_id: id, receiver: plainNumber(to), sender: plainNumber(from) }
    const event = { ...about, message: text, received_at: at.toISOString(), cost: null, command: 'Received' }
    return signed(setting, { ...event, status: 'Received', channel: null }, forged)
  }
