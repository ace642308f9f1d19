import { useState, type ReactNode } from 'react'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconDiscount, IconRefresh } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './quote.module.css'
import type { Quoting } from './use-quote.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { reasonText } from '../contact-file/reasons.ts'

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
function QuoteLines({ quote, chosenLabel, onShowInvalid }: QuoteLinesProps) {
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

type InvalidDialogProps = { open: boolean; onClose: () => void; quote: SmsQuote }

/** The numbers that nothing can be sent to, each with its reason. */
function InvalidDialog({ open, onClose, quote }: InvalidDialogProps) {
  const t = useTexts()
  const { invalid, invalidNumbers } = quote
  const more = invalid - invalidNumbers.length
  return (
    <Dialog open={open} onClose={onClose} title={t('messaging.compose.invalidTitle', { count: invalid })}>
      <ul className={classes['invalid']}>
        {invalidNumbers.map(({ value, reason }, place) => (
          // The same number may have been typed twice.
          <li key={`${place} ${value}`}>
            <bdi className="strong num">{value}</bdi>
            <span className="muted">{t(reasonText(reason))}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted">{t('messaging.compose.andMore', { count: more })}</p>}
    </Dialog>
  )
}

type QuoteAsideProps = {
  quoting: Quoting
  chosenLabel: string
  /** The signs that can be made plain, for the sentence that offers it. */
  dearSigns: readonly string[]
  onReplace: (message: string) => void
}

type FiguresProps = Omit<QuoteAsideProps, 'quoting'> & { quote: SmsQuote; isStale: boolean }

function Figures({ quote, isStale, chosenLabel, dearSigns, onReplace }: FiguresProps) {
  const t = useTexts()
  const { number } = useFormat()
  const [showsInvalid, setShowsInvalid] = useState(false)
  const { saving } = quote
  return (
    <div aria-busy={isStale} className={isStale ? classes['stale'] : undefined}>
      <QuoteLines quote={quote} chosenLabel={chosenLabel} onShowInvalid={() => setShowsInvalid(true)} />
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
      <InvalidDialog open={showsInvalid} onClose={() => setShowsInvalid(false)} quote={quote} />
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
