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
  const help = supportEmail === null ? '' : ` If something looks wrong, email ${supportEmail}.`
  const amount = moneyText(refund.amountMinor, refund.currency)
  return letter({
    to: keeper.email,
    subject: `Payment refunded: ${payment.reference}`,
    paragraphs: [
      `Hello ${keeper.firstName},`,
      `We have refunded ${amount} that ${keeper.churchName} paid ${wayOfPaying(payment.method)}. It can take a few days to reach your account.`,
      ...(refund.units > 0 ? [takenBack(refund.units)] : []),
      ...(receipt ? [`Your updated receipt ${payment.receiptNumber ?? ''} is attached.`] : []),
    ],
    button: { title: 'View your payments', link },
    closing: `The reference is ${payment.reference}.${help}`,
    files: receipt ? [receipt] : [],
  })
}

const takenBack = (units: number): string =>
  `${counted(units, 'SMS unit')} of this payment ${units === 1 ? 'was' : 'were'} removed from your balance.`
