import type { ImportFile } from '#contract/people/imports.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { actFailureText } from './words.ts'
import { useDiscardImport, useUndoImport } from './queries.ts'

type DialogProps = { file: ImportFile; onClose: () => void }

/** Asks before an applied import is taken back. */
export function UndoDialog({ file, onClose }: DialogProps) {
  const t = useTexts()
  const undo = useUndoImport(file.id)
  const act = () => undo.run(undefined, { done: onClose })
  const actions = (
    <>
      <Button onClick={onClose}>{t('people.import.keep')}</Button>
      <Button kind="danger" busy={undo.busy} onClick={act}>
        {t('people.import.undo')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('people.import.undoTitle')} actions={actions}>
      <p>{t('people.import.undoText', { added: file.figures.add, updated: file.figures.update })}</p>
      <p className="muted">{t('people.import.undoKept')}</p>
      {undo.failure && <Note tone="bad">{t(actFailureText(undo.failure))}</Note>}
    </Dialog>
  )
}

/** Asks before an upload is thrown away. */
export function DiscardDialog({ file, onClose, onGone }: DialogProps & { onGone?: () => void }) {
  const t = useTexts()
  const discard = useDiscardImport(file.id)
  const act = () =>
    discard.run(undefined, {
      done: () => {
        toast.ok(t('people.import.discarded'))
        onClose()
        onGone?.()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('people.import.keepUpload')}</Button>
      <Button kind="danger" busy={discard.busy} onClick={act}>
        {t('people.import.discard')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('people.import.discardTitle')} actions={actions}>
      <p>{t('people.import.discardText')}</p>
      {discard.failure && <Note tone="bad">{t(actFailureText(discard.failure))}</Note>}
    </Dialog>
  )
}
