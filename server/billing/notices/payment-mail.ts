import { letter, type Mail } from '#server/platform/mail/index.ts'
import type { PaymentRecord } from '../payments/payment-store.ts'
import { moneyText } from '../payments/present.ts'
import type { Keeper } from './payee-store.ts'

type Told = { keeper: Keeper; payment: PaymentRecord; expiresOn: string; supportEmail: string | null; link: string }

/** What a church is told when its payment was approved or refused. */
export function paymentMail(told: Told): Mail {
  const { keeper, payment, supportEmail, link } = told
  const hasCome = payment.state === 'succeeded'
  const help = supportEmail === null ? '' : ` If something looks wrong, write to ${supportEmail}.`
  return letter({
    to: keeper.email,
    subject: `${hasCome ? 'Payment received' : 'Payment not found'}: ${payment.reference}`,
    paragraphs: [`Hello ${keeper.firstName},`, ...(hasCome ? received(told) : refused(told))],
    button: { title: 'See your payments', link },
    closing: `The reference is ${payment.reference}.${help}`,
  })
}

function received({ keeper, payment, expiresOn }: Told): string[] {
  const { amountMinor, currency, units, planName } = payment
  const thanks = `We have received ${moneyText(amountMinor, currency)} from ${keeper.churchName}. Thank you.`
  if (units !== null)
    return [thanks, `${units.toLocaleString('en-US')} SMS units were added to your balance. You can use them now.`]
  return [thanks, `You are on the plan ${planName ?? ''}, and it is good until ${dayText(expiresOn)}.`]
}

const refused = ({ payment: { amountMinor, currency, refusedReason } }: Told): string[] => [
  `We could not find your transfer of ${moneyText(amountMinor, currency)}.`,
  `This is what we were told: ${refusedReason ?? ''}`,
  'Nothing was added. Once the transfer has arrived, begin a new payment and send its proof.',
]

/** `2026-05-03` as 3 May 2026. */
const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' })
