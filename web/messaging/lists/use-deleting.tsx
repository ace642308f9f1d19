import { useState, type ReactNode } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import type { Calling } from '../../api/use-call.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { nothingSelected, SelectionAction, type Selection } from '../../ui/data-table/index.ts'
import { IconTrash } from '../../ui/icons.ts'
import { SHORT, toast } from '../../ui/toasts/index.ts'

type ConfirmProps = { busy: boolean; note: ReactNode; onCancel: () => void; onDelete: () => void }

/** Asks before messages are deleted. */
function ConfirmDelete({ busy, note, onCancel, onDelete }: ConfirmProps) {
  const t = useTexts()
  const actions = (
    <>
      <Button onClick={onCancel}>{t('messaging.sent.cancel')}</Button>
      <Button kind="danger" busy={busy} onClick={onDelete}>
        {t('messaging.sent.delete')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onCancel} title={t('messaging.sent.confirmTitle')} actions={actions}>
      <p>{t('messaging.sent.confirmText')}</p>
      {note && <p className="muted">{note}</p>}
    </Dialog>
  )
}

/** How deleting ended, in words: of SMS where a list has no others. */
export type DeletingWords = { deleted: TextId; failed: TextId; someFailed: TextId }

const ofSms: DeletingWords = {
  deleted: 'messaging.sent.deleted',
  failed: 'messaging.sent.deleteFailed',
  someFailed: 'messaging.sent.deleteFailed',
}

/** Says how deleting ended. */
function useAnswers(words: DeletingWords) {
  const t = useTexts()
  return {
    discarded: () => toast.ok(t('messaging.sent.deleteDiscarded'), { duration: SHORT }),
    deleted: () => toast.ok(t(words.deleted)),
    refused: (said: string) => toast.bad(said || t(words.failed)),
    failed: (count: number) => toast.bad(t(count > 1 ? words.someFailed : words.failed)),
  }
}

/** Deletes these; `message` says why where nothing was. */
type Deleting = Calling<readonly string[], { deleted: boolean; message: string }>

/** What is about to be deleted, until it was or the asking is called off. */
function useAsking(remove: Deleting, words: DeletingWords, onDeleted: () => void) {
  const [asked, ask] = useState<readonly string[]>([])
  const answers = useAnswers(words)
  const cancel = () => {
    if (asked.length === 0 || remove.busy) return
    ask([])
    answers.discarded()
  }
  const confirm = () =>
    remove.run(asked, {
      done: ({ deleted, message }) => {
        ask([])
        if (!deleted) return answers.refused(message)
        onDeleted()
        answers.deleted()
      },
      failed: () => {
        ask([])
        answers.failed(asked.length)
      },
    })
  return { asked, ask, cancel, confirm, isBusy: remove.busy }
}

const none: never[] = []

/**
 * Ticked rows and deleting them, or one by its own menu; nothing to tick for those who may not. `noteOn` says what else there
 * is to know of those about to be deleted.
 */
export function useDeleting(
  remove: Deleting,
  noteOn: (ids: readonly string[]) => ReactNode = () => null,
  words: DeletingWords = ofSms,
) {
  const t = useTexts()
  const canDelete = useCan('messages.send')
  const [value, onChange] = useState<Selection>(nothingSelected)
  const { asked, ask, cancel, confirm, isBusy } = useAsking(remove, words, () => onChange(nothingSelected))
  const ids = value.kind === 'ids' ? value.ids : none
  const actions = (
    <SelectionAction icon={IconTrash} label={t('messaging.sent.delete')} isDanger onPick={() => ask(ids)} />
  )
  return {
    selection: canDelete ? { value, onChange, actions } : undefined,
    deleteOne: canDelete ? (id: string) => ask([id]) : undefined,
    dialog: asked.length > 0 && (
      <ConfirmDelete busy={isBusy} note={noteOn(asked)} onCancel={cancel} onDelete={confirm} />
    ),
  }
}
