import type { ReactNode } from 'react'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { useLeavingLine } from './leaving-view.tsx'
import classes from './quote.module.css'
import { Line } from './skipped.tsx'

/** Who gets it, for how many units, and when. */
function Agreed({ quote, nobody }: { quote: SmsQuote; nobody: string | undefined }) {
  const t = useTexts()
  const { number } = useFormat()
  const leaving = useLeavingLine()(quote.departures)
  const { recipients, optedOut, units, balance, balanceAfter } = quote
  return (
    <>
      <dl className={`${classes['lines']} num`}>
        <Line label={t('messaging.compose.willReceive')}>{number(recipients)}</Line>
        {optedOut > 0 && <Line label={t('messaging.compose.optedOut')}>{number(optedOut)}</Line>}
        <Line label={t('messaging.compose.units')} kind="big">
          {number(units)}
        </Line>
        <Line label={t(balanceAfter >= 0 ? 'messaging.compose.balanceAfter' : 'messaging.compose.balance')}>
          {number(balanceAfter >= 0 ? balanceAfter : balance)}
        </Line>
      </dl>
      {leaving && <p className="num muted">{leaving}</p>}
      {recipients === 0 && <Note tone="warn">{nobody ?? t('messaging.compose.nobody')}</Note>}
      {balanceAfter < 0 && (
        <Note
          tone="bad"
          action={
            <ButtonLink size="sm" to={paths.units}>
              {t('messaging.compose.buyUnits')}
            </ButtonLink>
          }
        >
          {t('messaging.compose.unitsMissing', { count: -balanceAfter })}
        </Note>
      )}
    </>
  )
}

type QuoteDialogProps = {
  title: string
  /** What it costs, as it was asked for. */
  quote: { data: SmsQuote | undefined; error: Error | null; refetch: () => unknown }
  /** On the button. */
  act: string
  busy: boolean
  /** Why it was refused. */
  refused?: string | undefined
  /** What is said where nobody is left to get it. */
  nobody?: string
  onGo: (quote: SmsQuote) => void
  onClose: () => void
  /** Above the cost. */
  children?: ReactNode
}

/** Says what a message costs before it goes, and lets it go for exactly that. */
export function QuoteDialog(props: QuoteDialogProps) {
  const { title, quote, act, busy, refused, nobody, onGo, onClose, children } = props
  const t = useTexts()
  const { data, error, refetch } = quote
  const canGo = data !== undefined && data.recipients > 0 && data.balanceAfter >= 0
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.sent.cancel')}</Button>
      <Button kind="primary" busy={busy} disabled={!canGo} onClick={() => data && onGo(data)}>
        {act}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} actions={actions}>
      {children}
      {data ? (
        <Agreed quote={data} nobody={nobody} />
      ) : error ? (
        <Failed failure={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
      {refused && <Note tone="bad">{refused}</Note>}
    </Dialog>
  )
}
