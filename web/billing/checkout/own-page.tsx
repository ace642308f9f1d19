import type { Provider } from '#contract/billing/providers.ts'
import { useTexts } from '../../languages/index.ts'
import { IconLock } from '../../ui/icons.ts'
import classes from './checkout.module.css'

/** Payment providers by their own names, which no language translates. */
export const providerNames: Record<Provider, string> = {
  stripe: 'Stripe',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
}

/** Where card numbers are typed: never on our pages. */
export function OwnPage() {
  const t = useTexts()
  return (
    <p className={`small muted ${classes['own']}`}>
      <IconLock size={16} aria-hidden="true" />
      {t('billing.checkout.ownPage')}
    </p>
  )
}
