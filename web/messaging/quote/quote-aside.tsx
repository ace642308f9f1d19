import { useState } from 'react'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconAlertCircle, IconDiscount, IconRefresh } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { InvalidDialog } from './invalid-dialog.tsx'
import { QuoteLines } from './quote-lines.tsx'
import classes from './quote.module.css'
import type { Quoting } from './use-quote.ts'

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
              count: saving.units,
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
  const { number } = useFormat()
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
        {quote && !isStale
          ? t('messaging.compose.costLine', { units: number(quote.units), count: quote.recipients })
          : ''}
      </span>
    </Card>
  )
}
