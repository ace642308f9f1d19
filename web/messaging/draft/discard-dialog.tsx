import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

/** Asks before what was written is thrown away. */
export function DiscardDialog({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  const t = useTexts()
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.compose.stay')}</Button>
      <Button kind="danger" onClick={onDiscard}>
        {t('messaging.compose.discard')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.compose.discardTitle')} actions={actions}>
      <p>{t('messaging.compose.discardText')}</p>
    </Dialog>
  )
}
