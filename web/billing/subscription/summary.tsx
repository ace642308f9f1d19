import type { Result } from '#contract/endpoint.ts'
import type { quotePurchase } from '#contract/billing/payments.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import classes from './subscription.module.css'

type Quote = Result<typeof quotePurchase>

const names: Record<Quote['lines'][number]['what'], TextId> = {
  units: 'billing.line.units',
  months: 'billing.line.months',
  upgrade: 'billing.line.upgrade',
}

/** The sum line by line: the sum shown is the sum charged. */
export function Summary({ quote }: { quote: Quote }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  return (
    <section className={classes['summary']} aria-label={t('billing.subscription.summary')}>
      <h3>{t('billing.subscription.summary')}</h3>
      <dl className={classes['lines']}>
        {quote.lines.map(({ what, count, amountMinor }) => (
          <div key={what}>
            <dt>{t(names[what], { count })}</dt>
            <dd className="num">{money.minor(amountMinor, quote.currency)}</dd>
          </div>
        ))}
        <div className={classes['total']}>
          <dt>{t('billing.units.total')}</dt>
          <dd className="num">{money.minor(quote.amountMinor, quote.currency)}</dd>
        </div>
        {quote.expiresOn && (
          <div>
            <dt>{t('billing.subscription.renewal')}</dt>
            <dd className="num">{format.day(quote.expiresOn)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
