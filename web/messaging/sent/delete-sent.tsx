import { useState } from 'react'
import type { CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { selectedIds, type Selection } from '../../ui/data-table/index.ts'
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

/** Ticked rows and deleting them; nothing to tick for those who may not. */
export function useDeleting(rows: readonly CampaignRow[]) {
  const t = useTexts()
  const canDelete = useCan('messages.send')
  const [value, onChange] = useState<Selection>({})
  const [isAsking, ask] = useState(false)
  const remove = useDeleteSent()
  const answers = useAnswers()
  const ids = selectedIds(value)
  const cancel = () => {
    if (!isAsking || remove.isPending) return
    ask(false)
    answers.discarded()
  }
  const confirm = () =>
    remove.mutate(ids, {
      onSuccess: ({ deleted, message }) => {
        if (!deleted) return void answers.refused(message)
        onChange({})
        answers.deleted()
      },
      onError: () => void answers.failed(),
      onSettled: () => ask(false),
    })
  const actions = (
    <Button size="sm" kind="danger" icon={IconTrash} onClick={() => ask(true)}>
      {t('messaging.sent.delete')}
    </Button>
  )
  const someAreSending = rows.some(({ id, state }) => state === 'sending' && value[id])
  return {
    selection: canDelete ? { value, onChange, actions } : undefined,
    dialog: (
      <ConfirmDelete
        open={isAsking}
        busy={remove.isPending}
        someAreSending={someAreSending}
        onCancel={cancel}
        onDelete={confirm}
      />
    ),
  }
}
