import type { Renewal } from '#contract/billing/renewal.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCan, useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { useCardName } from './card-words.ts'
import { useTryRenewal } from './queries.ts'
import classes from './renewal.module.css'

const reasons = {
  no_money: 'billing.renewal.noMoney',
  bank: 'billing.renewal.bank',
  finished: 'billing.renewal.finished',
  plan_too_small: 'billing.renewal.planTooSmall',
  no_price: 'billing.renewal.noPrice',
} as const

/** `onPay`: leads to paying with another card; null: not here. */
type DeclinedProps = { renewal: Renewal; onPay: (() => void) | null }

/** That the bank said no: why, when it is tried again, and what can be done now. */
export function DeclinedNote({ renewal: { card, declined }, onPay }: DeclinedProps) {
  const t = useTexts()
  const format = useFormat()
  const nameOf = useCardName()
  const { church } = useSession()
  const mayTry = useCan('billing.manage')
  const attempt = useTryRenewal()
  const press = useIdempotencyKey()
  if (!declined || !card) return null
  const { reason, triesOn } = declined
  const tryNow = () =>
    attempt.run(press.keyFor('try'), {
      done: () => {
        press.done()
        toast.ok(t('billing.renewal.trying'))
      },
    })
  return (
    <div className="stack-8">
      <Note tone="bad">
        <p className="strong">{t('billing.renewal.declined', { card: nameOf(card) })}</p>
        <p>
          {t(reasons[reason])}{' '}
          {triesOn.length > 0 && t('billing.renewal.again', { days: format.list(triesOn.map(format.shortDay)) })}{' '}
          {t('billing.renewal.ends', { day: format.day(church.expiresOn) })}
        </p>
      </Note>
      {attempt.failure && <Note tone="bad">{t(failureText(attempt.failure))}</Note>}
      <div className={classes['acts']}>
        {onPay && (
          <Button kind="primary" size="sm" onClick={onPay}>
            {t('billing.renewal.another')}
          </Button>
        )}
        {mayTry && triesOn.length > 0 && (
          <Button size="sm" busy={attempt.busy} onClick={tryNow}>
            {t('billing.renewal.tryNow')}
          </Button>
        )}
      </div>
    </div>
  )
}
