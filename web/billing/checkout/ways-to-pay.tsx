import { useState, type ReactNode } from 'react'
import type { Provider } from '#contract/billing/providers.ts'
import { Phrase, useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useSupport } from '../../session/support.ts'
import { Button, type Icon } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconBuildingBank, IconChevronRight, IconCreditCard, IconExternalLink } from '../../ui/icons.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { purchaseFailureText } from '../failure-text.ts'
import { MailLink } from '../mail-link.tsx'
import { KeepCard } from './keep-card.tsx'
import { OwnPage, providerNames } from './own-page.tsx'
import type { Order, Paying } from './use-paying.ts'
import classes from './checkout.module.css'

/** What a payer can pay with on a provider's page. */
const takenBy: Record<Provider, TextId> = {
  stripe: 'billing.checkout.takesCard',
  paystack: 'billing.checkout.takesPaystack',
  flutterwave: 'billing.checkout.takesFlutterwave',
  paypal: 'billing.checkout.takesPaypal',
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

type PaypalDialogProps = { paying: Paying; order: Order; sum: string }

/** What whoever pays at PayPal does when nothing is confirmed by itself, and the way there. */
function PaypalDialog({ paying: { checkout, close }, order, sum }: PaypalDialogProps) {
  const t = useTexts()
  const email = useSupport()?.email
  const isLeaving = checkout.leavingFor !== null
  const actions = (
    <Button kind="primary" icon={IconExternalLink} busy={isLeaving} onClick={() => checkout.go(order, 'paypal')}>
      {t('billing.proof.continue')}
    </Button>
  )
  return (
    <Dialog open onClose={close} title={t('billing.paypal.title')} actions={actions}>
      <p>{t('billing.paypal.text', { sum })}</p>
      <p className="muted">
        {email ? (
          <Phrase id="billing.paypal.proof" values={{ email }} parts={{ mail: <MailLink email={email} /> }} />
        ) : (
          t('billing.paypal.upload')
        )}
      </p>
      {checkout.failure && <Note tone="bad">{t(purchaseFailureText(checkout.failure))}</Note>}
    </Dialog>
  )
}

type WayListProps = Pick<WaysToPayProps, 'paying' | 'order' | 'providers' | 'hasBank'> & {
  sum: string
  onPaypal: () => void
}

function WayList({ paying: { checkout, transfer }, order, providers, hasBank, sum, onPaypal }: WayListProps) {
  const t = useTexts()
  const isBlocked = checkout.leavingFor !== null || transfer.isBusy
  return (
    <ul className={classes['ways']}>
      {providers.map((provider) => (
        <li key={provider}>
          <Way
            icon={IconCreditCard}
            name={providerNames[provider]}
            sum={sum}
            isBusy={checkout.leavingFor === provider}
            isBlocked={isBlocked}
            onPick={() => (provider === 'paypal' ? onPaypal() : checkout.go(order, provider))}
          >
            {t(order.renews ? 'billing.checkout.takesCard' : takenBy[provider])}
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
  )
}

export type WaysToPayProps = {
  paying: Paying
  order: Order
  what: string
  /** What the payer agrees to besides. */
  consent?: ReactNode
  providers: readonly Provider[]
  hasBank: boolean
  /** Of them, who would keep the card that months are paid with, for whoever wants that; absent: nobody is asked. */
  keepers?: readonly Provider[]
}

/** Who takes the payment: a provider on its own page, or our bank. */
export function WaysToPay({ paying, order: plain, what, consent, keepers = [], ...offered }: WaysToPayProps) {
  const t = useTexts()
  const money = useMoney()
  const { checkout, transfer, close } = paying
  const [isProving, setProving] = useState(false)
  const [keeps, setKeeps] = useState(false)
  const mayKeep = plain.purchase.purpose === 'subscription' && keepers.length > 0
  const order = keeps && mayKeep ? { ...plain, renews: true } : plain
  const { providers, hasBank } = order === plain ? offered : { providers: keepers, hasBank: false }
  const sum = money.minor(order.amountMinor, order.purchase.currency)
  const failure = checkout.failure ?? transfer.failure
  if (isProving) return <PaypalDialog paying={paying} order={order} sum={sum} />
  return (
    <Dialog open onClose={close} title={t('billing.checkout.title')}>
      <p className={`muted ${classes['what']}`}>{what}</p>
      {consent}
      {mayKeep && (
        <KeepCard
          purchase={plain.purchase}
          isKept={keeps}
          disabled={checkout.leavingFor !== null || transfer.isBusy}
          onChange={setKeeps}
        />
      )}
      <WayList {...{ paying, order, providers, hasBank, sum }} onPaypal={() => setProving(true)} />
      {failure && <Note tone="bad">{t(purchaseFailureText(failure))}</Note>}
      <p className="vh" role="status">
        {checkout.leavingFor && t('billing.checkout.opening', { provider: providerNames[checkout.leavingFor] })}
      </p>
      {providers.length > 0 && <OwnPage />}
    </Dialog>
  )
}
