import type { Registrable } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'

type CancelDialogProps = {
  /** Null: the dialog is shut. */
  person: Registrable | null
  className: string
  onClose: () => void
  onConfirm: (person: Registrable) => void
}

/** Asks before somebody loses their place. */
export function CancelDialog({ person, className, onClose, onConfirm }: CancelDialogProps) {
  const t = useTexts()
  return (
    <Dialog
      open={person !== null}
      onClose={onClose}
      title={t('portal.register.cancelTitle')}
      actions={
        <>
          <Button onClick={onClose}>{t('portal.register.no')}</Button>
          <Button
            kind="primary"
            onClick={() => {
              onClose()
              if (person) onConfirm(person)
            }}
          >
            {t('portal.register.yes')}
          </Button>
        </>
      }
    >
      <p>{t('portal.register.cancelText')}</p>
      <p className="muted">{t('portal.register.cancelWhat', { name: person?.firstName ?? '', className })}</p>
    </Dialog>
  )
}
