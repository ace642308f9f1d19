import { useState } from 'react'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { nothingSelected, SelectionAction, type Selection } from '../../ui/data-table/index.ts'
import { IconTrash } from '../../ui/icons.ts'
import { SHORT, toast } from '../../ui/toasts/index.ts'
import { useDeleteSent } from './queries.ts'

type ConfirmProps = {
  open: boolean
  busy: boolean
  someAreSending: boolean
  onCancel: () => void
  onDelete: () => void
}

/** Asks before sent SMS are taken off the list. */
function ConfirmDelete({ open, busy, someAreSending, onCancel, onDelete }: ConfirmProps) {
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
    <Dialog open={open} onClose={onCancel} title={t('messaging.sent.confirmTitle')} actions={actions}>
      <p>{t('messaging.sent.confirmText')}</p>
      {someAreSending && <p className="muted">{t('messaging.sent.confirmSending')}</p>}
    </Dialog>
  )
}

/** Says how deleting ended. */
function useAnswers() {
  const t = useTexts()
  return {
    discarded: () => toast.ok(t('messaging.sent.deleteDiscarded'), { duration: SHORT }),
    deleted: () => toast.ok(t('messaging.sent.deleted')),
    refused: (words: string) => toast.bad(words),
    failed: () => toast.bad(t('messaging.sent.deleteFailed')),
  }
}

/** What is about to be deleted, until it was or the asking is called off. */
function useAsking(onDeleted: () => void) {
  const [asked, ask] = useState<readonly string[]>([])
  const remove = useDeleteSent()
  const answers = useAnswers()
  const cancel = () => {
    if (asked.length === 0 || remove.isPending) return
    ask([])
    answers.discarded()
  }
  const confirm = () =>
    remove.mutate(asked, {
      onSuccess: ({ deleted, message }) => {
        if (!deleted) return void answers.refused(message)
        onDeleted()
        answers.deleted()
      },
      onError: () => void answers.failed(),
      onSettled: () => ask([]),
    })
  return { asked, ask, cancel, confirm, isBusy: remove.isPending }
}

const none: never[] = []

/** Ticked rows and deleting them, or one by its own menu; nothing to tick for those who may not. */
export function useDeleting(rows: readonly CampaignRow[]) {
  const t = useTexts()
  const canDelete = useCan('messages.send')
  const [value, onChange] = useState<Selection>(nothingSelected)
  const { asked, ask, cancel, confirm, isBusy } = useAsking(() => onChange(nothingSelected))
  const ids = value.kind === 'ids' ? value.ids : none
  const actions = (
    <SelectionAction icon={IconTrash} label={t('messaging.sent.delete')} isDanger onPick={() => ask(ids)} />
  )
  return {
    selection: canDelete ? { value, onChange, actions } : undefined,
    deleteOne: canDelete ? (id: string) => ask([id]) : undefined,
    dialog: (
      <ConfirmDelete
        open={asked.length > 0}
        busy={isBusy}
        someAreSending={rows.some(({ id, state }) => state === 'sending' && asked.includes(id))}
        onCancel={cancel}
        onDelete={confirm}
      />
    ),
  }
}
