import type { Faults } from '../faults/faults.ts'
import type { Messages, SmsGatewayName } from './messages.ts'
import type { SingleCourier, Notice } from './single-courier.ts'

/** What the sandbox answers to, and signs its notices with. */
export type SmsSecrets = {
  SMS_GATEWAY_KEY: string
  SMS_RECEIPT_SECRET: string
  KANNEL_USERNAME: string
  KANNEL_PASSWORD: string
  KANNEL_CALLBACK_KEY: string
  TERMII_API_KEY: string
  TERMII_SECRET_KEY: string
  TERMII_CALLBACK_KEY: string
  AFRICASTALKING_USERNAME: string
  AFRICASTALKING_API_KEY: string
  AFRICASTALKING_CALLBACK_KEY: string
  TWILIO_ACCOUNT_SID: string
  TWILIO_AUTH_TOKEN: string
}

/** What the gateways of the sandbox share. `callbackUrl`: where a provider's dashboard says that it calls back. */
export type SmsSetting = {
  secrets: SmsSecrets
  messages: Messages
  faults: Faults
  closing: AbortSignal
  courier: SingleCourier
  callbackUrl: (gateway: SmsGatewayName, replies?: 'replies') => string
}

/** What a person writes back. */
type Reply = { id: string; from: string; to: string; text: string; at: Date }

/** How a protocol brings a reply. */
export type BringsReply = (reply: Reply) => Notice

/** A secret, or what is not it. */
export const secretFor = (forged: boolean, secret: string): string => (forged ? `not-${secret}` : secret)

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** The fields of a form that was sent; numbers and lists are text. */
export const fieldsOf = (body: unknown): Record<string, string> =>
  body instanceof URLSearchParams ? Object.fromEntries(body) : {}
