import { MONTHS_MOST } from '#contract/billing/payments.ts'
import { RENEWAL_NOTICE_DAYS, type Renewal } from '#contract/billing/renewal.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { PayDialog } from '../checkout/pay-dialog.tsx'
import { type Order, usePaying } from '../checkout/use-paying.ts'
import { failureText } from '../failure-text.ts'
import { DeclinedNote } from './declined-note.tsx'
import { useTodayNearEnd } from './card-words.ts'
import { useRenewal, useSaveRenewal } from './queries.ts'
import classes from './renewal.module.css'
import { KeptCard } from './kept-card.tsx'

type OneProps = { renewal: Renewal; today: string }

/** What it means, below its name: what is taken, when, and when the church is told. */
function useHint({ renewal, today }: OneProps): string {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const { isOn, next, card, declined } = renewal
  if (isOn && (card?.isRefused || declined?.triesOn.length === 0)) return t('billing.renewal.onStopped')
  if (!next) return t(isOn ? 'billing.renewal.onNoPrice' : 'billing.renewal.trial')
  const { months, takenOn, toldOn } = next
  const sum = money.minor(next.amountMinor, next.currency)
  const day = format.day(takenOn)
  if (isOn)
    return toldOn > today
      ? t('billing.renewal.on', { sum, day, months, told: format.day(toldOn) })
      : t('billing.renewal.onTold', { sum, day, months })
  if (!card || card.isRefused) return t('billing.renewal.offNoCard', { sum })
  return takenOn <= today
    ? t('billing.renewal.offToday', { sum })
    : t('billing.renewal.offWithCard', { sum, day, days: RENEWAL_NOTICE_DAYS })
}

/** What is paid on a provider's page, so that its card is kept. */
const orderOf = ({ next }: Renewal): Order | null =>
  next && {
    purchase: { purpose: 'subscription', currency: next.currency, planId: next.planId, months: next.months },
    amountMinor: next.amountMinor,
    renews: true,
  }

/** What somebody agrees to who lets a card be kept. */
function Consent({ renewal: { next } }: Pick<OneProps, 'renewal'>) {
  const t = useTexts()
  const money = useMoney()
  if (!next) return null
  const sum = money.minor(next.amountMinor, next.currency)
  return (
    <p className="small">{t('billing.renewal.consent', { sum, months: next.months, days: RENEWAL_NOTICE_DAYS })}</p>
  )
}

const MONTHS = Array.from({ length: MONTHS_MOST }, (_, index) => index + 1)

type MonthsProps = { months: number; isBusy: boolean; onChange: (months: number) => void }

/** For how long each time: kept at once. */
function Months({ months, isBusy, onChange }: MonthsProps) {
  const t = useTexts()
  return (
    <SelectField
      label={t('billing.renewal.months')}
      value={months}
      disabled={isBusy}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {MONTHS.map((count) => (
        <option key={count} value={count}>
          {t('billing.subscription.months', { count })}
        </option>
      ))}
    </SelectField>
  )
}

function Body({ renewal, today }: OneProps) {
  const t = useTexts()
  const mayChange = useCan('billing.manage')
  const save = useSaveRenewal()
  const paying = usePaying(orderOf(renewal))
  const { isOn, months, next, card, providers } = renewal
  const hint = useHint({ renewal, today })
  const canCharge = card !== null && !card.isRefused
  const mayPay = next !== null && providers.length > 0
  const toggle = (wanted: boolean) => {
    if (wanted && !canCharge) return paying.choose()
    save.run(
      { isOn: wanted, months },
      { done: () => void toast.ok(t(wanted ? 'billing.renewal.saidOn' : 'billing.renewal.saidOff')) },
    )
  }
  const order = orderOf(renewal)
  return (
    <div className={classes['body']}>
      <Switch
        label={t('billing.renewal.title')}
        hint={hint}
        isOn={isOn}
        disabled={!mayChange || save.busy || (!isOn && !canCharge && !mayPay)}
        onChange={toggle}
      />
      {save.failure && <Note tone="bad">{t(failureText(save.failure))}</Note>}
      {isOn && <DeclinedNote renewal={renewal} onPay={mayChange && mayPay ? paying.choose : null} />}
      {card && (
        <KeptCard
          renewal={renewal}
          onChange={mayChange && isOn && mayPay && !renewal.declined ? paying.choose : null}
        />
      )}
      {isOn && mayChange && (
        <Months months={months} isBusy={save.busy} onChange={(count) => save.run({ isOn, months: count })} />
      )}
      {paying.isChoosing && order && next && (
        <PayDialog
          paying={paying}
          order={order}
          what={t('billing.renewal.for', { plan: next.planName, months: next.months })}
          consent={<Consent renewal={renewal} />}
          providers={providers}
          hasBank={false}
        />
      )}
    </div>
  )
}

/** Automatic renewal in one place: what is taken, from which card, and what to do where a bank said no. */
export function RenewalCard() {
  const { data: renewal } = useRenewal()
  const today = useTodayNearEnd()
  if (!renewal || (renewal.providers.length === 0 && !renewal.card)) return null
  return (
    <Card>
      <Body renewal={renewal} today={today} />
    </Card>
  )
}
