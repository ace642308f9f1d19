import { Link } from '@tanstack/react-router'
import type { Payment } from '#contract/billing/payments.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, Phrase, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { paths } from '../../routing/paths.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Art } from '../../ui/states/index.ts'
import classes from './checkout.module.css'
import { useSupport } from '../../session/support.ts'
import { MailLink } from '../mail-link.tsx'
import type { Verdict } from './look-into.ts'

/** A payment has arrived. */
export function PaidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const { units, gate } = useSession()
  const isUnits = payment.purpose === 'units'
  const maySend = useCan('messages.send')
  const compose = gate === 'open' ? paths.composeSms : paths.sendSmsWhileGated
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isUnits ? 'billing.paid.title' : 'billing.paid.subscription')}
      art={<Art picture="done" large />}
    >
      <div className={classes['paid']}>
        {isUnits && (
          <>
            <p className={`muted ${classes['thanks']}`}>{t('billing.paid.thanks')}</p>
            <p>
              {t('billing.paid.added', {
                currency: payment.currency,
                amount: money.plain(payment.amountMinor, payment.currency),
              })}
            </p>
            <p className={classes['figure']}>
              <span>{t('billing.units.balance')}</span>
              <b className="num">{format.number(units)}</b>
            </p>
          </>
        )}
        {isUnits && !maySend ? (
          <Button kind="primary" size="lg" block onClick={onClose}>
            {t('ui.dialog.close')}
          </Button>
        ) : (
          <ButtonLink to={isUnits ? compose : paths.dashboard} kind="primary" size="lg" block>
            {t(isUnits ? 'billing.paid.send' : 'billing.paid.dashboard')}
          </ButtonLink>
        )}
        {payment.receiptNumber && (
          <Link
            to={gate === 'open' ? paths.receipt : paths.receiptWhileGated}
            params={{ id: payment.id }}
            className={classes['receipt']}
          >
            {t('billing.history.receipt', { number: payment.receiptNumber })}
          </Link>
        )}
      </div>
    </Dialog>
  )
}

const reasons: Partial<Record<Verdict['kind'], TextId>> = {
  declined: 'billing.checkout.declined',
  review: 'billing.checkout.review',
  unconfirmed: 'billing.checkout.unconfirmedText',
  unreached: 'billing.checkout.unreachedText',
}

/** An upgrade that did not come about. */
export function FailedDialog({ verdict, onClose }: { verdict: Verdict; onClose: () => void }) {
  const t = useTexts()
  const email = useSupport()?.email
  const reason = reasons[verdict.kind]
  return (
    <Dialog open onClose={onClose} title={t('billing.checkout.oops')} art={<Art picture="closed" large />}>
      <div className={classes['mid']}>
        {reason && <p>{t(reason)}</p>}
        {email && (
          <p className="muted">
            <Phrase id="billing.checkout.contact" values={{ email }} parts={{ mail: <MailLink email={email} /> }} />
          </p>
        )}
        <Button kind="primary" size="lg" block onClick={onClose}>
          {t('ui.dialog.close')}
        </Button>
      </div>
    </Dialog>
  )
}
