import { useAct } from '../../../api/use-act.ts'
import { useTexts, type TextId } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { SHORT, toast } from '../../../ui/toasts/index.ts'
import { failureWords } from '../reading/failure-words.ts'
import { FormFoot } from '../../../ui/forms/form-foot.tsx'

type ConfirmDialogProps = {
  /** Whom it is about. */
  name: string
  /** What it means for them. */
  what: TextId
  act: () => Promise<void>
  onClose: () => void
}

/** Asks before somebody is taken out of the family, and says what happened. */
export function ConfirmDialog({ name, what, act, onClose }: ConfirmDialogProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const discard = () => {
    onClose()
    // Shut while it is being done: it is not taken back.
    if (busy) return
    toast.info(t('portal.confirm.discarded'), { duration: SHORT })
  }
  const goOn = () =>
    run(async () => {
      await act()
      onClose()
      toast.ok(t('portal.confirm.deleted'))
    })
  return (
    <Dialog
      open
      onClose={discard}
      title={t('portal.confirm.title')}
      actions={
        <>
          <Button onClick={discard}>{t('portal.confirm.no')}</Button>
          <Button kind="primary" busy={busy} onClick={goOn}>
            {t('portal.confirm.yes')}
          </Button>
        </>
      }
    >
      {failure !== null && <Note tone="bad">{failureWords(t, failure)}</Note>}
      <div>
        <p>{t('portal.confirm.text')}</p>
        <p className="muted">{t(what, { name })}</p>
      </div>
    </Dialog>
  )
}

type SaveFootProps = { failure: unknown; isBusy: boolean; onCancel: () => void }

/** Cancel and Save of a long form in a dialog. */
export function SaveFoot({ failure, isBusy, onCancel }: SaveFootProps) {
  const t = useTexts()
  return (
    <FormFoot note={failure !== null && <Note tone="bad">{failureWords(t, failure)}</Note>}>
      <Button onClick={onCancel}>{t('portal.member.cancel')}</Button>
      <Button type="submit" kind="primary" busy={isBusy}>
        {t('portal.member.save')}
      </Button>
    </FormFoot>
  )
}
