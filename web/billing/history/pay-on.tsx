import { Link } from '@tanstack/react-router'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import classes from './history.module.css'
import { isUnpaid } from './payment-words.ts'
import { useLeaveByLink } from './use-leave-by-link.ts'

/** The screen on which a transfer's account stands, and the place for its proof. */
export const placeOf = ({ purpose }: Payment) => (purpose === 'units' ? paths.units : paths.subscription)

/** How an open payment goes on: on its provider's page, or with the proof of its transfer. */
export function PayOn({ payment }: { payment: Payment }) {
  const t = useTexts()
  const mayPay = useCan('billing.manage')
  const leaveFor = useLeaveByLink()
  if (!mayPay || !isUnpaid(payment)) return null
  if (payment.checkoutUrl) {
    return (
      <a href={payment.checkoutUrl} className={classes['payOn']} onClick={leaveFor(payment)}>
        {t('billing.checkout.continue')}
      </a>
    )
  }
  if (payment.method !== 'bank_transfer' || payment.state !== 'created') return null
  return (
    <Link to={placeOf(payment)} className={classes['payOn']}>
      {t('billing.transfer.sendProof')}
    </Link>
  )
}
