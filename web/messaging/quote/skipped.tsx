import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { SmsQuote, WhoAsked } from '#contract/messaging/sms.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import { reasonText } from '../contact-file/reasons.ts'
import classes from './quote.module.css'
import type { WhoOf } from './who-dialog.tsx'

const WhoDialog = lazy(async () => ({ default: (await import('./who-dialog.tsx')).WhoDialog }))

const MINUS = '−'

type LineProps = { label: ReactNode; children: ReactNode; kind?: 'sum' | 'big' }

export const Line = ({ label, children, kind }: LineProps) => (
  <div className={[kind && classes['sum'], kind === 'big' && classes['big']].filter(Boolean).join(' ') || undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

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

type ShownWho = WhoAsked | 'invalid'
type SkippedLine = { which: ShownWho; count: number; label: TextId; see: TextId }

function SkippedLines({ quote, onShow }: { quote: SmsQuote; onShow: (which: ShownWho) => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const { withoutNumber, duplicates, optedOut, invalid } = quote
  const see = 'messaging.who.see'
  const lines: SkippedLine[] = [
    { which: 'without_number', count: withoutNumber, label: 'messaging.compose.withoutNumber', see },
    { which: 'duplicates', count: duplicates, label: 'messaging.compose.duplicatesRemoved', see },
    { which: 'opted_out', count: optedOut, label: 'messaging.compose.optedOut', see },
    { which: 'invalid', count: invalid, label: 'messaging.compose.numbersNotValid', see: 'messaging.compose.seeWhy' },
  ]
  return (
    <dl className={`${classes['lines']} ${classes['skipped']} num`}>
      {lines
        .filter(({ count }) => count > 0)
        .map(({ which, count, label, see: text }) => (
          <Line
            key={which}
            label={
              <>
                {t(label)}{' '}
                <button
                  type="button"
                  className={classes['why']}
                  aria-label={which === 'invalid' ? undefined : t('messaging.who.seeNamed', { what: t(label) })}
                  onClick={() => onShow(which)}
                >
                  {t(text)}
                </button>
              </>
            }
          >
            {`${MINUS}${number(count)}`}
          </Line>
        ))}
    </dl>
  )
}

/** Everybody chosen, and who of them is skipped and why. */
export function ChosenLines({ quote, label, of }: { quote: SmsQuote; label: string; of: WhoOf | null }) {
  const t = useTexts()
  const { number } = useFormat()
  const [shown, show] = useState<ShownWho | null>(null)
  const skipped = quote.chosen - quote.recipients
  return (
    <>
      <dl className={`${classes['lines']} num`}>
        <Line label={label}>{number(quote.chosen)}</Line>
      </dl>
      {skipped > 0 && (
        <details className={classes['skip']} open>
          <summary>
            <span>
              {t('messaging.compose.skipped')}
              <IconChevronDown size={16} aria-hidden="true" />
            </span>
            <bdi dir="ltr" className="num">
              {`${MINUS}${number(skipped)}`}
            </bdi>
          </summary>
          <SkippedLines quote={quote} onShow={show} />
        </details>
      )}
      <InvalidDialog open={shown === 'invalid'} onClose={() => show(null)} quote={quote} />
      <Suspense fallback={null}>
        {shown !== null && shown !== 'invalid' && of && <WhoDialog which={shown} of={of} onClose={() => show(null)} />}
      </Suspense>
    </>
  )
}
