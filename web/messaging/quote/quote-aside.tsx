import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconDiscount, IconRefresh } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { foldedCountries } from './countries.ts'
import classes from './quote.module.css'
import type { Quoting } from './use-quote.ts'
import { LeavingView } from './leaving-view.tsx'
import { ChosenLines, Line } from './skipped.tsx'
import type { WhoOf } from './who-dialog.tsx'

/** From who receives it to the units. */
function CostLines({ quote }: { quote: SmsQuote }) {
  const t = useTexts()
  const { number } = useFormat()
  const countryName = useCountryName()
  return (
    <dl className={`${classes['lines']} num`}>
      <Line label={t('messaging.compose.willReceive')} kind="sum">
        {number(quote.recipients)}
      </Line>
      {quote.countries.length > 1
        ? foldedCountries(quote.countries).map(({ isoCode, people, pages }) => (
            <Line
              key={isoCode}
              label={t('messaging.compose.lineCountry', {
                people,
                country: isoCode ? countryName(isoCode) : t('messaging.leaving.elsewhere'),
              })}
            >
              {t('messaging.compose.pages', { count: pages })}
            </Line>
          ))
        : quote.lines.map(({ people, pages }) => (
            <Line key={pages} label={t('messaging.compose.lineEach', { people, pages })}>
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

type QuoteAsideProps = {
  quoting: Quoting
  /** Whom it is for; null: nobody is chosen. */
  of: WhoOf | null
  chosenLabel: string
  /** The signs that can be made plain, for the sentence that offers it. */
  dearSigns: readonly string[]
  onReplace: (message: string) => void
}

type FiguresProps = Omit<QuoteAsideProps, 'quoting'> & { quote: SmsQuote; isStale: boolean }

function Figures({ quote, isStale, chosenLabel, of, dearSigns, onReplace }: FiguresProps) {
  const t = useTexts()
  const { number } = useFormat()
  const { saving } = quote
  return (
    <div aria-busy={isStale} className={isStale ? classes['stale'] : undefined}>
      <ChosenLines quote={quote} label={chosenLabel} of={of} />
      <CostLines quote={quote} />
      {quote.lines.length > 1 && <p className={classes['note']}>{t('messaging.compose.namesDiffer')}</p>}
      {quote.recipients === 0 && <Bad>{t('messaging.compose.nobody')}</Bad>}
      {quote.balanceAfter < 0 && <Bad>{t('messaging.compose.unitsMissing', { count: -quote.balanceAfter })}</Bad>}
      {saving && (
        <button type="button" className={classes['saving']} onClick={() => onReplace(saving.message)}>
          <IconDiscount size={16} aria-hidden="true" />
          <span>
            {t('messaging.compose.saving', {
              signs: dearSigns.length > 0 ? dearSigns.join(' ') : t('messaging.compose.hiddenSigns'),
              units: saving.units,
              fewer: number(quote.units - saving.units),
            })}
          </span>
        </button>
      )}
      <LeavingView departures={quote.departures} />
    </div>
  )
}

const Bad = ({ children }: { children: string }) => (
  <p className={classes['bad']}>
    <IconAlertCircle size={16} aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** What the message will cost, before anything is sent. */
export function QuoteAside({ quoting, ...rest }: QuoteAsideProps) {
  const t = useTexts()
  const { quote, isStale, isWanted, failure, refresh } = quoting
  return (
    <Card title={t('messaging.compose.costTitle')}>
      {failure ? (
        <div className={classes['failed']} role="alert">
          <p>{t('messaging.compose.costFailed')}</p>
          <Button size="sm" icon={IconRefresh} onClick={refresh}>
            {t('ui.state.tryAgain')}
          </Button>
        </div>
      ) : quote ? (
        <Figures quote={quote} isStale={isStale} {...rest} />
      ) : (
        <p className="muted">{t(isWanted ? 'messaging.compose.costLoading' : 'messaging.compose.costEmpty')}</p>
      )}
      <span className="vh" role="status">
        {quote && !isStale ? t('messaging.compose.costLine', { units: quote.units, count: quote.recipients }) : ''}
      </span>
    </Card>
  )
}
