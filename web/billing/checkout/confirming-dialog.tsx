import { useTexts } from '../../lib/languages/index.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import classes from './checkout.module.css'

/** The payer is back, and the provider is being asked. Closing it stops nothing. */
export function ConfirmingDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('billing.checkout.confirming')}
      art={<span className={`${classes['spin']} ${classes['large']}`} aria-hidden="true" />}
    >
      <p className={`muted ${classes['mid']}`} role="status">
        {t('billing.checkout.confirmingText')}
      </p>
    </Dialog>
  )
}
