import { renderEmail, type Mail, type MailFile } from '../../../platform/mail/index.ts'
import { type PaymentRecord, selectPayment } from '../records/payment-store.ts'
import {
  dayText,
  moneyText,
  counted,
  wayOfPaying,
  type Keeper,
  selectSupport,
  selectKeeper,
} from '../../keepers/index.ts'
import { receiptFile, selectReceipt } from '../../receipts/index.ts'
import { selectSubscription } from '../../subscription/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'

/** One account that is to be told of one payment. */
type Wanted = { tenantId: string; paymentId: string; accountId: string }

/** Mails one account what became of a payment; nothing when it no longer keeps the church's money. */
export async function sendPaymentMail(context: AppContext, wanted: Wanted): Promise<void> {
  const { tenantId } = wanted
  const notice = await readNotice(context, wanted)
  const subscription = await context.database.withTenant(tenantId, (tx) => selectSubscription(tx, tenantId))
  if (notice && subscription) await context.sendMail(paymentMail({ ...notice, expiresOn: subscription.expiresOn }))
}

/** Mails one account that money was given back; nothing when it no longer keeps the church's money. */
export async function sendRefundMail(context: AppContext, wanted: Wanted): Promise<void> {
  const notice = await readNotice(context, wanted)
  const refund = notice?.payment.refund
  if (notice && refund) await context.sendMail(refundMail({ ...notice, refund }))
}

type Notice = {
  keeper: Keeper
  payment: PaymentRecord
  /** Null: the payment has none. Of one that was given back it says so. */
  receipt: MailFile | null
  supportEmail: string | null
  /** Where the church sees its payments. */
  link: string
}

/** What every mail about a payment needs, as it is now; null when the account no longer keeps the church's money. */
async function readNotice(
  context: Pick<AppContext, 'database' | 'config'>,
  { tenantId, paymentId, accountId }: Wanted,
): Promise<Notice | null> {
  const { database, config } = context
  const found = await database.withTenant(tenantId, async (tx) => ({
    keeper: await selectKeeper(tx, tenantId, accountId),
    payment: await selectPayment(tx, tenantId, paymentId),
    receipt: await selectReceipt(tx, tenantId, paymentId),
    supportEmail: (await selectSupport(tx))?.email ?? null,
  }))
  const { keeper, payment, supportEmail } = found
  if (!keeper || !payment) return null
  // Drawn outside: no transaction waits for it.
  const receipt = found.receipt && (await receiptFile(context, { ...found.receipt, supportEmail }))
  return { keeper, payment, receipt, supportEmail, link: `${config.publicUrl}/tenant/billing-history` }
}

/** `expiresOn`: of the church's plan, as it is by then. */
type PaymentNotification = Notice & { expiresOn: string }

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

type RefundNotification = Notice & { refund: NonNullable<PaymentRecord['refund']> }

/** What a church is told when its money was given back. */
function refundMail({ keeper, payment, refund, receipt, supportEmail, link }: RefundNotification): Mail {
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
