import type { ReactNode } from 'react'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import classes from './quote.module.css'

const MINUS = '−'

type LineProps = { label: ReactNode; children: ReactNode; kind?: 'sum' | 'big' }

const Line = ({ label, children, kind }: LineProps) => (
  <div className={[kind && classes['sum'], kind === 'big' && classes['big']].filter(Boolean).join(' ') || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

type QuoteLinesProps = { quote: SmsQuote; chosenLabel: string; onShowInvalid: () => void }

/** From everybody chosen to who receives it, and from there to the units. */
export function QuoteLines({ quote, chosenLabel, onShowInvalid }: QuoteLinesProps) {
  const t = useTexts()
  const { number } = useFormat()
  const less = (count: number) => `${MINUS}${number(count)}`
  const line = (people: number, pages: number) => t('messaging.compose.lineEach', { people, pages })
  return (
    <dl className={`${classes['lines']} num`}>
      <Line label={chosenLabel}>{number(quote.chosen)}</Line>
      {quote.duplicates > 0 && <Line label={t('messaging.compose.duplicatesRemoved')}>{less(quote.duplicates)}</Line>}
      {quote.optedOut > 0 && <Line label={t('messaging.compose.optedOut')}>{less(quote.optedOut)}</Line>}
      {quote.withoutNumber > 0 && <Line label={t('messaging.compose.withoutNumber')}>{less(quote.withoutNumber)}</Line>}
      {quote.invalid > 0 && (
        <Line
          label={
            <>
              {t('messaging.compose.numbersNotValid')}{' '}
              <button type="button" className={classes['why']} onClick={onShowInvalid}>
                {t('messaging.compose.seeWhy')}
              </button>
            </>
          }
        >
          {less(quote.invalid)}
        </Line>
      )}
      <Line label={t('messaging.compose.willReceive')} kind="sum">
        {number(quote.recipients)}
      </Line>
      {quote.lines.map(({ people, pages }) => (
        <Line key={pages} label={line(people, pages)}>
          {number(people * pages)}
        </Line>
      ))}
      {quote.units !== quote.segments && (
        <Line label={t('messaging.compose.pagesInAll')}>{number(quote.segments)}</Line>
      )}
      <Line label={t('messaging.compose.units')} kind="big">
        {number(quote.units)}
      </Line>
      {quote.balanceAfter >= 0 ? (
        <Line label={t('messaging.compose.balanceAfter')}>
          {number(quote.balance)} <span aria-hidden="true">→</span>
          <span className="vh">{t('messaging.compose.then')}</span> {number(quote.balanceAfter)}
        </Line>
      ) : (
        <Line label={t('messaging.compose.balance')}>{number(quote.balance)}</Line>
      )}
    </dl>
  )
}
