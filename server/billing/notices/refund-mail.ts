import { letter, type Mail, type MailFile } from '#server/platform/mail/index.ts'
import type { PaymentRecord } from '../payments/payment-store.ts'
import { moneyText } from '../payments/present.ts'
import { counted, wayOfPaying } from '../receipts/receipt-words.ts'
import type { Keeper } from './payee-store.ts'

type Told = {
  keeper: Keeper
  payment: PaymentRecord
  refund: NonNullable<PaymentRecord['refund']>
  /** The receipt, which says so too; null: it never had one. */
  receipt: MailFile | null
  supportEmail: string | null
  link: string
}

/** What a church is told when its money was given back. */
export function refundMail({ keeper, payment, refund, receipt, supportEmail, link }: Told): Mail {
  const help = supportEmail === null ? '' : ` If something looks wrong, write to ${supportEmail}.`
  const amount = moneyText(refund.amountMinor, refund.currency)
  return letter({
    to: keeper.email,
    subject: `Money given back: ${payment.reference}`,
    paragraphs: [
      `Hello ${keeper.firstName},`,
      `We have given back ${amount} that ${keeper.churchName} paid ${wayOfPaying(payment.method)}. It can take a few days until your bank shows it.`,
      ...(refund.units > 0 ? [takenBack(refund.units)] : []),
      ...(receipt ? [`Your receipt ${payment.receiptNumber ?? ''} says so too, and is attached.`] : []),
    ],
    button: { title: 'See your payments', link },
    closing: `The reference is ${payment.reference}.${help}`,
    files: receipt ? [receipt] : [],
  })
}

const takenBack = (units: number): string =>
  `${counted(units, 'SMS unit')} of this payment ${units === 1 ? 'was' : 'were'} taken out of your balance.`
