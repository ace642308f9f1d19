import type { Pricing, quotePurchase } from '#contract/billing/payments.ts'
import type { Result } from '#contract/endpoint.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { presentTime } from '../../device/clock.ts'
import { IconCalendarEvent } from '../../ui/icons.ts'
import classes from './subscription.module.css'

type Quote = Result<typeof quotePurchase>
type SummaryProps = {
  quote: Quote
  plan: Pricing['plans'][number]
  /** What a month of the present plan costs; null: it has no price, or it is a trial. */
  presentPerMonth: string | null
  /** The plan stays, and has begun already. */
  isPresent: boolean
}

/** What a line of the sum is called, and how it is reckoned. */
function useLineWords({ quote: { currency, lines }, plan, presentPerMonth }: SummaryProps) {
  const t = useTexts()
  const money = useMoney()
  // With days of several plans each has a difference of its own.
  const isPlain = presentPerMonth !== null && lines.length === 2
  const differenceOf = (days: number) =>
    t('billing.subscription.difference', {
      dear: money.decimal(plan.perMonth, currency),
      cheap: money.decimal(presentPerMonth ?? '0', currency),
      days,
    })
  return ({ what, count }: Quote['lines'][number]) => {
    if (what === 'upgrade')
      return { name: t('billing.line.upgrade', { count }), how: isPlain ? differenceOf(count) : null }
    const how = t('billing.subscription.perMonthTimes', { price: money.decimal(plan.perMonth, currency), count })
    return { name: t('billing.history.months', { plan: plan.name, months: count }), how }
  }
}

/** From when on the plan is there, and until when it is paid. */
function Validity({ quote: { planFrom, expiresOn }, isPresent }: SummaryProps) {
  const t = useTexts()
  const format = useFormat()
  if (!planFrom || !expiresOn) return null
  const isNow = planFrom <= calendarDay(presentTime(), format.timeZone)
  const from = isNow
    ? t('billing.subscription.fromToday')
    : t('billing.subscription.fromDay', { day: format.day(planFrom) })
  return (
    <p className={`small muted ${classes['validity']}`}>
      <IconCalendarEvent size={16} stroke={1.75} aria-hidden="true" />
      {[!isPresent && from, t('billing.subscription.validUntil', { day: format.day(expiresOn) })]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

/** The sum line by line: the sum shown is the sum charged. */
export function Summary(props: SummaryProps) {
  const { quote } = props
  const t = useTexts()
  const money = useMoney()
  const wordsOf = useLineWords(props)
  const tax = t('billing.receipt.tax', { name: quote.taxName || t('billing.receipt.taxName'), rate: quote.taxRate })
  return (
    <>
      <section className={classes['summary']} aria-label={t('billing.subscription.summary')}>
        <h3>{t('billing.subscription.summary')}</h3>
        <dl className={classes['lines']}>
          {quote.lines.map((line) => {
            const { name, how } = wordsOf(line)
            return (
              <div key={`${line.what} ${line.count} ${line.amountMinor}`}>
                <dt>
                  {name}
                  {how && <span className={`small ${classes['how']}`}>{how}</span>}
                </dt>
                <dd className="num">{money.minor(line.amountMinor, quote.currency)}</dd>
              </div>
            )
          })}
          <div>
            <dt>{tax}</dt>
            <dd className="num">{money.minor(quote.taxMinor, quote.currency)}</dd>
          </div>
          <div className={classes['total']}>
            <dt>{t('billing.units.total')}</dt>
            <dd className="num">{money.minor(quote.amountMinor, quote.currency)}</dd>
          </div>
        </dl>
      </section>
      <Validity {...props} />
    </>
  )
}
