import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerThroughFault } from '../faults/answer.ts'
import type { SmsMessage } from './messages.ts'
import { fieldsOf, FORM, secretFor, type BringsReply, type SmsSetting } from './provider.ts'
import type { Notice } from './single-courier.ts'
import { endingOf, type Failure } from './verdict.ts'

/** Africa's Talking: one text to many numbers, reports to the address of its dashboard. */
export function africasTalkingRoutes(api: FastifyInstance, setting: SmsSetting): void {
  const { secrets, faults, closing } = setting
  api.post('/africastalking/version1/messaging', (request, reply) => {
    const { username, to = '', message = '', from = '' } = fieldsOf(request.body)
    if (request.headers['apikey'] !== secrets.AFRICASTALKING_API_KEY || username !== secrets.AFRICASTALKING_USERNAME)
      return said(reply, 401, 'The supplied authentication is invalid')
    if (!to || !message) return said(reply, 400, 'Request is missing required form field')
    const fault = faults.take('sms submission')
    const answer = () => {
      const recipients = to.split(',').map((number) => taken({ from, to: number, text: message }, setting))
      const sent = recipients.filter(({ statusCode }) => statusCode === 101).length
      void reply.code(201)
      const Message = `Sent to ${sent}/${recipients.length} Total Cost: NGN ${sent * 2}.2000`
      return { SMSMessageData: { Message, Recipients: recipients } }
    }
    return answerThroughFault({ fault, reply, closing, answer })
  })
}

/** In plain text, as it refuses calls. */
function said(reply: FastifyReply, status: number, words: string): Buffer {
  void reply.code(status).type('text/plain')
  return Buffer.from(words)
}

function taken(one: { from: string; to: string; text: string }, setting: SmsSetting) {
  const { messages, courier } = setting
  const id = `ATXid_${randomUUID().replaceAll('-', '')}`
  const message = messages.add({ reference: id, ...one }, { gateway: 'africastalking', id })
  if (message.rejection)
    return { statusCode: 403, number: one.to, status: 'InvalidPhoneNumber', cost: '0', messageId: 'None' }
  courier.bring(reports(message, setting))
  return { statusCode: 101, number: one.to, status: 'Success', cost: 'NGN 2.2000', messageId: id }
}

const ERRORS: Record<Failure, { status: string; failureReason?: string }> = {
  phone_off: { status: 'AbsentSubscriber' },
  no_such_number: { status: 'Failed', failureReason: 'UserDoesNotExist' },
  inbox_full: { status: 'Failed', failureReason: 'MessageQueueFull' },
  blocked_by_person: { status: 'Rejected', failureReason: 'UserInBlackList' },
  blocked_by_network: { status: 'Rejected', failureReason: 'DoNotDisturbRejection' },
  sender_refused: { status: 'Rejected', failureReason: 'InvalidSenderId' },
  network_fault: { status: 'Failed', failureReason: 'DeliveryFailure' },
  expired: { status: 'Expired' },
}

function reports(message: SmsMessage, { secrets, callbackUrl }: SmsSetting): Notice[] {
  const ending = endingOf(message.to)
  const told =
    ({ status, failureReason }: { status: string; failureReason?: string }): Notice =>
    (forged) => {
      if (status === 'Success') Object.assign(message, { state: 'delivered', code: null })
      else if (status !== 'Submitted') Object.assign(message, { state: 'failed', code: failureReason ?? status })
      const about = { id: message.id, status, phoneNumber: message.to, networkCode: '62130', retryCount: '0' }
      const body = new URLSearchParams({ ...about, ...(failureReason && { failureReason }) }).toString()
      const key = secretFor(forged, secrets.AFRICASTALKING_CALLBACK_KEY)
      return { url: `${callbackUrl('africastalking')}?key=${key}`, body, headers: FORM }
    }
  if (ending === 'no_report') return [told({ status: 'Submitted' })]
  return [told({ status: 'Submitted' }), told(ending === 'delivered' ? { status: 'Success' } : ERRORS[ending])]
}

export const africasTalkingReply =
  ({ secrets, callbackUrl }: SmsSetting): BringsReply =>
  ({ id, from, to, text, at }) =>
  (forged) => {
    const date = at.toISOString()
    const body = new URLSearchParams({ id, from, to, text, date, linkId: id, networkCode: '62130' }).toString()
    const key = secretFor(forged, secrets.AFRICASTALKING_CALLBACK_KEY)
    return { url: `${callbackUrl('africastalking', 'replies')}?key=${key}`, body, headers: FORM }
  }
