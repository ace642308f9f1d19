import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconSend } from '../../ui/icons.ts'
import classes from './compose.module.css'

type ActionBarProps = {
  isSending: boolean
  canSend: boolean
  /** The cost in a line, for phones, where the figures are further down. */
  cost: { text: string; isTooMuch: boolean } | null
  onSend: () => void
  onDiscard: () => void
}

/** Send and Discard; on phones they stay at the bottom of the screen. */
export function ActionBar({ isSending, canSend, cost, onSend, onDiscard }: ActionBarProps) {
  const t = useTexts()
  return (
    <div className={classes['actions']}>
      {cost && (
        <p className={`phone-only num ${classes['cost']} ${cost.isTooMuch ? classes['tooMuch'] : ''}`}>{cost.text}</p>
      )}
      <div className={classes['buttons']}>
        <Button
          kind="primary"
          icon={IconSend}
          className={classes['send']}
          busy={isSending}
          disabled={!canSend}
          onClick={onSend}
        >
          {t(isSending ? 'messaging.compose.beingSent' : 'messaging.compose.send')}
        </Button>
        <Button onClick={onDiscard}>{t('messaging.compose.discard')}</Button>
      </div>
      <span className="vh" role="status">
        {isSending ? t('messaging.compose.beingSent') : ''}
      </span>
    </div>
  )
}
