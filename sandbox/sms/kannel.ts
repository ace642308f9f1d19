import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { answerThroughFault } from '../faults/answer.ts'
import type { SmsMessage } from './messages.ts'
import { secretFor, type BringsReply, type SmsSetting } from './provider.ts'
import type { Notice } from './single-courier.ts'
import { endingOf, type Failure } from './verdict.ts'

const asked = z.object({
  username: z.string(),
  password: z.string(),
  from: z.string().min(1),
  to: z.string().min(1),
  text: z.string().min(1),
  'dlr-mask': z.coerce.number().int(),
  'dlr-url': z.url({ protocol: /^https?$/, hostname: /^(?:localhost|127\.0\.0\.1)$/ }),
})

/** Kannel's smsbox: `sendsms`, and a call to the message's own address for each report that its mask asks for. */
export function kannelRoutes(api: FastifyInstance, setting: SmsSetting): void {
  const { secrets, messages, faults, closing, courier } = setting
  api.get('/kannel/cgi-bin/sendsms', (request, reply) => {
    const say = (status: number, words: string) => said(reply, status, words)
    const { data } = asked.safeParse(request.query)
    if (!data) return say(400, 'Missing receiver number, rejected')
    if (data.username !== secrets.KANNEL_USERNAME || data.password !== secrets.KANNEL_PASSWORD)
      return say(403, 'Authorization failed for sendsms')
    const fault = faults.take('sms submission')
    const answer = () => {
      const reference = new URL(data['dlr-url']).searchParams.get('reference') ?? ''
      const submitted = { reference, from: data.from, to: data.to, text: data.text }
      const message = messages.add(submitted, { gateway: 'kannel', id: randomUUID() })
      if (message.rejection) return say(403, 'Not routable. Do not try again.')
      courier.bring(reports(message, { address: data['dlr-url'], mask: data['dlr-mask'] }))
      return say(202, '0: Accepted for delivery')
    }
    return answerThroughFault({ fault, reply, closing, answer })
  })
}

/** In plain text, as Kannel says everything. */
function said(reply: FastifyReply, status: number, words: string): Buffer {
  void reply.code(status).type('text/plain')
  return Buffer.from(words)
}

const ERRORS: Record<Failure, string> = {
  phone_off: 'stat:UNDELIV err:027',
  no_such_number: 'stat:UNDELIV err:001',
  inbox_full: 'stat:UNDELIV err:032',
  blocked_by_person: 'stat:REJECTD err:000',
  blocked_by_network: 'stat:UNDELIV err:013',
  sender_refused: 'NACK/0x0000000a/Invalid Source Address',
  network_fault: 'stat:UNDELIV err:034',
  expired: 'stat:EXPIRED err:000',
}

/** Taken by the SMSC, then delivered or failed; or refused by the SMSC outright. */
function reports(message: SmsMessage, { address, mask }: { address: string; mask: number }): Notice[] {
  const ending = endingOf(message.to)
  const report = (type: number, answer: string): Notice[] =>
    (mask & type) === 0 ? [] : [(forged) => called(message, { type, answer, address, forged })]
  if (ending === 'no_report') return report(8, 'ACK/')
  if (ending === 'delivered') return [...report(8, 'ACK/'), ...report(1, 'stat:DELIVRD err:000')]
  const answer = ERRORS[ending]
  return answer.startsWith('NACK') ? report(16, answer) : [...report(8, 'ACK/'), ...report(2, answer)]
}

type Told = { type: number; answer: string; address: string; forged: boolean }

function called(message: SmsMessage, { type, answer, address, forged }: Told): ReturnType<Notice> {
  if (type === 1) Object.assign(message, { state: 'delivered', code: null })
  if (type === 2 || type === 16) Object.assign(message, { state: 'failed', code: answer })
  const filled = new URL(address.replace('%d', String(type)).replace('%A', encodeURIComponent(answer)))
  filled.searchParams.set('key', secretFor(forged, filled.searchParams.get('key') ?? ''))
  return { url: filled.href, method: 'GET', body: '', headers: {} }
}

/** As the `get-url` of docs/gateway.md asks for it. */
export const kannelReply =
  ({ secrets, callbackUrl }: SmsSetting): BringsReply =>
  ({ id, from, to, text, at }) =>
  (forged) => {
    const key = secretFor(forged, secrets.KANNEL_CALLBACK_KEY)
    const seconds = String(Math.floor(at.getTime() / 1_000))
    const query = new URLSearchParams({ key, id, from, to, text, at: seconds })
    return { url: `${callbackUrl('kannel', 'replies')}?${query.toString()}`, method: 'GET', body: '', headers: {} }
  }
