import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

type CancelProps = {
  /** How many it has not left for, and for how many it has. */
  count: number
  left: number
  /** Units that come back. */
  units: number
  busy: boolean
  onCancel: () => void
  onClose: () => void
}

/** Asks before the rest of a message is cancelled for good. */
export function CancelDialog({ count, left, units, busy, onCancel, onClose }: CancelProps) {
  const t = useTexts()
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.report.keepSending')}</Button>
      <Button kind="danger" busy={busy} onClick={onCancel}>
        {t('messaging.report.cancelSome', { count })}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.report.cancelTitle', { count })} actions={actions}>
      <p className="num">{t('messaging.report.cancelLeft', { count: left })}</p>
      <p className="num">{t('messaging.report.cancelUnits', { count: units })}</p>
    </Dialog>
  )
}
