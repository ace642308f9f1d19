import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Art } from '../../ui/states/index.ts'
import classes from './compose.module.css'

const GO_ON_AFTER_MS = 3500

/** Says that the message is on its way, and goes on by itself. */
export function SentDialog({ units, onGoOn }: { units: number; onGoOn: () => void }) {
  const t = useTexts()
  const goOn = useEffectEvent(onGoOn)
  useEffect(() => {
    const timer = setTimeout(goOn, GO_ON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const actions = (
    <Button kind="primary" onClick={onGoOn}>
      {t('messaging.compose.goOn')}
    </Button>
  )
  return (
    <Dialog open onClose={onGoOn} title={t('messaging.compose.sentTitle')} actions={actions}>
      <div className={classes['sent']} role="status">
        <Art picture="letter" />
        <p className="muted">{t('messaging.compose.unitsUsed', { count: units })}</p>
      </div>
    </Dialog>
  )
}
