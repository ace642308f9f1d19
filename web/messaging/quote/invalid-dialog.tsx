import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { reasonText } from '../contact-file/reasons.ts'
import classes from './quote.module.css'

type InvalidDialogProps = { open: boolean; onClose: () => void; quote: SmsQuote }

/** The numbers that nothing can be sent to, each with its reason. */
export function InvalidDialog({ open, onClose, quote }: InvalidDialogProps) {
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
