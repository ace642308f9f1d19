import { useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import type { Provider } from '#contract/billing/providers.ts'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { GiveUp } from './give-up.tsx'
import { useWhat, useLeave } from './use-paying.ts'
import { providerNames } from './pay-dialog.tsx'
import classes from './checkout.module.css'
import shared from './transfer.module.css'

type OpenCheckoutProps = { payment: Payment; provider: Provider }

function Acts({ payment, provider }: OpenCheckoutProps) {
  const t = useTexts()
  const leave = useLeave()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className={shared['acts']}>
      {payment.checkoutUrl && (
        <Button kind="primary" onClick={() => void leave(payment)}>
          {t('billing.checkout.continue')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setLeaving(true)}>
        {t('billing.transfer.giveUp')}
      </Button>
      {isLeaving && (
        <GiveUp payment={payment} onClose={() => setLeaving(false)}>
          {t('billing.checkout.giveUpText', { provider: providerNames[provider] })}
        </GiveUp>
      )}
    </div>
  )
}

/** A payment at a provider that nobody has decided: it can be gone on with, or given up. */
export function OpenCheckout({ payment, provider }: OpenCheckoutProps) {
  const t = useTexts()
  const money = useMoney()
  const whatOf = useWhat()
  const mayAct = useCan('billing.manage')
  const name = providerNames[provider]
  const isLookedAt = payment.state === 'review'
  const badge = <Badge tone="warn">{t(isLookedAt ? 'billing.state.review' : 'billing.checkout.waitingForYou')}</Badge>
  return (
    <Card title={t('billing.checkout.with', { provider: name })} aside={badge}>
      <div className="stack">
        <p className="muted">{whatOf(payment)}</p>
        <dl className={classes['facts']}>
          <dt>{t('billing.transfer.amount')}</dt>
          <dd className="num">{money.minor(payment.amountMinor, payment.currency)}</dd>
          <dt>{t('billing.transfer.reference')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {payment.reference}
            </bdi>
          </dd>
        </dl>
        <Note tone="info">
          {t(isLookedAt ? 'billing.checkout.review' : 'billing.checkout.openText', { provider: name })}
        </Note>
        {mayAct && !isLookedAt && <Acts payment={payment} provider={provider} />}
      </div>
    </Card>
  )
}
