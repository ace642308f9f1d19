import type { ReactNode } from 'react'
import type { Provider } from '#contract/billing/providers.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import type { Icon } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconBuildingBank, IconChevronRight, IconCreditCard, IconLock } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { purchaseFailureText } from '../failure-text.ts'
import type { Order, Paying } from './use-paying.ts'
import classes from './checkout.module.css'

/** Payment providers by their own names, which no language translates. */
export const providerNames: Record<Provider, string> = {
  stripe: 'Stripe',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  paypal: 'PayPal',
}

/** What a payer can pay with on a provider's page. */
const takenBy: Record<Provider, TextId> = {
  stripe: 'billing.checkout.takesCard',
  paystack: 'billing.checkout.takesPaystack',
  flutterwave: 'billing.checkout.takesFlutterwave',
  paypal: 'billing.checkout.takesPaypal',
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

type WayProps = {
  icon: Icon
  name: string
  children: ReactNode
  sum: string
  isBusy: boolean
  isBlocked: boolean
  onPick: () => void
}

/** A way to pay: all of it is the button. */
function Way({ icon: Sign, name, children, sum, isBusy, isBlocked, onPick }: WayProps) {
  return (
    <button
      type="button"
      className={classes['way']}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? undefined : onPick}
    >
      <Sign size={20} stroke={1.75} aria-hidden="true" />
      <span className="grow">
        <span className="strong">{name}</span>
        <span className={`small muted ${classes['takes']}`}>{children}</span>
      </span>
      <span className="strong num">{sum}</span>
      {isBusy ? (
        <span className={classes['spin']} aria-hidden="true" />
      ) : (
        <IconChevronRight size={16} aria-hidden="true" />
      )}
    </button>
  )
}

type PayDialogProps = { paying: Paying; order: Order; what: string; providers: readonly Provider[]; hasBank: boolean }

/** Who takes the payment: a provider on its own page, or our bank. */
export function PayDialog({ paying, order, what, providers, hasBank }: PayDialogProps) {
  const t = useTexts()
  const money = useMoney()
  const { checkout, transfer, close } = paying
  const sum = money.minor(order.amountMinor, order.purchase.currency)
  const failure = checkout.failure ?? transfer.failure
  const isBlocked = checkout.leavingFor !== null || transfer.isBusy
  return (
    <Dialog open onClose={close} title={t('billing.checkout.title')}>
      <p className={`muted ${classes['what']}`}>{what}</p>
      <ul className={classes['ways']}>
        {providers.map((provider) => (
          <li key={provider}>
            <Way
              icon={IconCreditCard}
              name={providerNames[provider]}
              sum={sum}
              isBusy={checkout.leavingFor === provider}
              isBlocked={isBlocked}
              onPick={() => checkout.go(order, provider)}
            >
              {t(takenBy[provider])}
            </Way>
          </li>
        ))}
        {hasBank && (
          <li>
            <Way
              icon={IconBuildingBank}
              name={t('billing.checkout.bank')}
              sum={sum}
              isBusy={transfer.isBusy}
              isBlocked={isBlocked}
              onPick={() => transfer.begin(order)}
            >
              {t('billing.checkout.bankHint')}
            </Way>
          </li>
        )}
      </ul>
      {failure && <Note tone="bad">{t(purchaseFailureText(failure))}</Note>}
      <p className="vh" role="status">
        {checkout.leavingFor && t('billing.checkout.opening', { provider: providerNames[checkout.leavingFor] })}
      </p>
      {providers.length > 0 && <OwnPage />}
    </Dialog>
  )
}
