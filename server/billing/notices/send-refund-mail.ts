import type { AppContext } from '../../platform/app-context.ts'
import { readNotice, type Wanted } from './read-notice.ts'
import { renderEmail, type Mail, type MailFile } from '../../platform/mail/index.ts'
import type { PaymentRecord } from '../payments/payment-store.ts'
import { moneyText } from '../payments/present.ts'
import { counted, wayOfPaying } from '../receipts/receipt-words.ts'
import type { Keeper } from './payee-store.ts'

type PaymentNotification = {
  keeper: Keeper
  payment: PaymentRecord
  refund: NonNullable<PaymentRecord['refund']>
  /** The receipt, which says so too; null: it never had one. */
  receipt: MailFile | null
  supportEmail: string | null
  link: string
}

/** What a church is told when its money was given back. */
function refundMail({ keeper, payment, refund, receipt, supportEmail, link }: PaymentNotification): Mail {
  const help = supportEmail === null ? '' : ` If something looks wrong, email ${supportEmail}.`
  const amount = moneyText(refund.amountMinor, refund.currency)
  return renderEmail({
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

/** Mails one account that money was given back; nothing when it no longer keeps the church's money. */
export async function sendRefundMail(context: AppContext, wanted: Wanted): Promise<void> {
  const notice = await readNotice(context, wanted)
  const refund = notice?.payment.refund
  if (notice && refund) await context.sendMail(refundMail({ ...notice, refund }))
}
