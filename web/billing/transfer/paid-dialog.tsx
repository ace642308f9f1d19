import type { Payment } from '#contract/billing/payments.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './transfer.module.css'

/** A payment has arrived. */
export function PaidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const { units } = useSession()
  const isUnits = payment.purpose === 'units'
  return (
    <Dialog open onClose={onClose} title={t(isUnits ? 'billing.paid.title' : 'billing.paid.subscription')}>
      <div className={classes['paid']}>
        {isUnits && (
          <>
            <p className="strong">{t('billing.paid.thanks')}</p>
            <p>
              {t('billing.paid.added', {
                currency: payment.currency,
                amount: money.minor(payment.amountMinor, payment.currency),
              })}
            </p>
            <p className={classes['figure']}>
              <span className="muted">{t('billing.units.balance')}</span>
              <b className="num">{format.number(units)}</b>
            </p>
          </>
        )}
        <ButtonLink to={isUnits ? paths.composeSms : paths.dashboard} kind="primary" size="lg" block>
          {t(isUnits ? 'billing.paid.send' : 'billing.paid.dashboard')}
        </ButtonLink>
      </div>
    </Dialog>
  )
}
