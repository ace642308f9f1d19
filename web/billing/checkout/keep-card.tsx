import { useId } from 'react'
import type { Purchase } from '#contract/billing/payments.ts'
import { RENEWAL_NOTICE_DAYS } from '#contract/billing/renewal.ts'
import { useTexts } from '../../languages/index.ts'
import classes from './checkout.module.css'

type KeepCardProps = {
  purchase: Purchase
  isKept: boolean
  disabled: boolean
  onChange: (isKept: boolean) => void
}

/** Whoever pays months by card may have the church renewed with it from then on; what that means stands below the box. */
export function KeepCard({ purchase, isKept, disabled, onChange }: KeepCardProps) {
  const t = useTexts()
  const meaning = useId()
  const months = purchase.purpose === 'subscription' ? purchase.months : 1
  return (
    <label className={classes['keep']} aria-label={t('billing.checkout.keep')}>
      <input
        type="checkbox"
        aria-label={t('billing.checkout.keep')}
        aria-describedby={meaning}
        checked={isKept}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <span className="strong">{t('billing.checkout.keep')}</span>
        <span id={meaning} className="small muted">
          {isKept
            ? t('billing.checkout.keepConsent', { months, days: RENEWAL_NOTICE_DAYS })
            : t('billing.checkout.keepHint')}
        </span>
      </span>
    </label>
  )
}
