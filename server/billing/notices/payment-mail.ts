import { renderEmail, type Mail, type MailFile } from '#server/platform/mail/index.ts'
import type { PaymentRecord } from '../payments/payment-store.ts'
import { moneyText } from '../payments/present.ts'
import { counted, wayOfPaying } from '../receipts/receipt-words.ts'
import type { Keeper } from './payee-store.ts'

type PaymentNotification = {
  keeper: Keeper
  payment: PaymentRecord
  expiresOn: string
  /** Null: it came to nothing. */
  receipt: MailFile | null
  supportEmail: string | null
  link: string
}

/** What a church is told when its payment came, or was not found. */
export function paymentMail(told: PaymentNotification): Mail {
  const { keeper, payment, receipt, supportEmail, link } = told
  const hasCome = payment.state !== 'failed'
  const help = supportEmail === null ? '' : ` If something looks wrong, email ${supportEmail}.`
  return renderEmail({
    to: keeper.email,
    subject: `${hasCome ? 'Payment received' : 'Payment not found'}: ${payment.reference}`,
    paragraphs: [`Hello ${keeper.firstName},`, ...(hasCome ? received(told) : refused(told))],
    button: { title: 'View your payments', link },
    closing: `The reference is ${payment.reference}.${help}`,
    files: receipt ? [receipt] : [],
  })
}

function received({ keeper, payment, expiresOn }: PaymentNotification): string[] {
  const { method, units, planName, receiptNumber } = payment
  // Where an operator has approved another sum than ours, that is the one that came.
  const { amountMinor, currency } = payment.taken ?? payment
  const amount = moneyText(amountMinor, currency)
  const thanks = `We have received ${amount} from ${keeper.churchName}, ${wayOfPaying(method)}. Thank you.`
  const given =
    units === null
      ? `Your plan is ${planName ?? ''}, valid until ${dayText(expiresOn)}.`
      : `${counted(units, 'SMS unit')} ${units === 1 ? 'was' : 'were'} added to your balance. You can use them now.`
  return [thanks, given, `Your receipt ${receiptNumber ?? ''} is attached.`]
}

function refused({ payment: { amountMinor, currency, method, refusedReason } }: PaymentNotification): string[] {
  const amount = moneyText(amountMinor, currency)
  const told = `Reason: ${refusedReason ?? ''}`
  if (method === 'bank_transfer')
    return [
      `We could not find your transfer of ${amount}.`,
      told,
      'Nothing was added. Once you have made the transfer, start a new payment and send proof of payment.',
    ]
  return [
    `We did not receive ${amount} ${wayOfPaying(method)}.`,
    told,
    'Nothing was added. You can pay again at any time.',
  ]
}

/** `2026-05-03` as 3 May 2026. */
const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
