import { exportSent, type CampaignRow } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { paths } from '../../routing/paths.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { useCan, useSession } from '../../session/session.ts'
import { ButtonLink, Button } from '../../ui/controls/button.tsx'
import { IconSend, IconTrash } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { useSentSms, useDeleteSent } from './queries.ts'
import { useSentFilter, type SentFiltering } from './sent-filter.ts'
import { card, columns, idOf, nameOf, sentActs } from './sent-table.tsx'
import { useState } from 'react'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { nothingSelected, SelectionAction, type Selection } from '../../ui/data-table/index.ts'
import { SHORT, toast } from '../../ui/toasts/index.ts'

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
function useDeleting(rows: readonly CampaignRow[]) {
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

function SendSms() {
  const t = useTexts()
  return (
    <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
      {t('messaging.sent.send')}
    </ButtonLink>
  )
}

const exported: readonly ExportColumn[] = [
  { id: 'sentAt', title: 'messaging.sent.when', of: 'sentAt' },
  { id: 'senderId', title: 'messaging.export.sender', of: 'message' },
  { id: 'message', title: 'messaging.sent.message', of: 'message' },
  { id: 'sentBy', title: 'messaging.export.sentBy', of: 'sentAt' },
  { id: 'recipients', title: 'messaging.export.recipients', of: 'message' },
  { id: 'delivered', title: 'messaging.report.delivered', of: 'delivery' },
  { id: 'failed', title: 'messaging.report.failed', of: 'delivery' },
  { id: 'no_report', title: 'messaging.report.noReport', of: 'delivery' },
  { id: 'unknown', title: 'messaging.report.unknown', of: 'delivery' },
  { id: 'skipped', title: 'messaging.report.skipped' },
  { id: 'sent', title: 'messaging.report.waiting' },
  { id: 'queued', title: 'messaging.report.queued' },
  { id: 'units', title: 'messaging.sent.units', of: 'units' },
  { id: 'unitsReturned', title: 'messaging.export.unitsReturned', of: 'units' },
  { id: 'state', title: 'messaging.export.state' },
]

function useSentExport({ search, shown }: SentFiltering, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportSent,
    query: { ...(search && { search }) },
    columns: exported,
    shown,
    total,
    title: t('messaging.sent.title'),
    what: t('messaging.sent.count', { count: total }),
    church: useSession().church.name,
  })
}

const words: ListWords = {
  title: 'messaging.sent.title',
  searchLabel: 'messaging.sent.searchLabel',
  searchPlaceholder: 'messaging.sent.searchPlaceholder',
  noMatch: 'messaging.sent.noMatch',
  emptyTitle: 'messaging.sent.emptyTitle',
}

/** Sent SMS: what was said, to how many, and how it arrived. */
export function SentPage() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const filtering = useSentFilter()
  const { search } = filtering
  const list = useSentSms(search)
  const { selection, deleteOne, dialog } = useDeleting(list.rows)
  const isCounted = !list.isLoading && !list.isStale && !list.failure && list.total > 0
  const count = { count: list.total }
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, selection }}
      name="sent-sms"
      views={useSavedViews('sent-sms', filtering)}
      exporting={useSentExport(filtering, list.total)}
      rowActions={sentActs(deleteOne)}
      actions={canSend && <SendSms />}
      line={isCounted && (search ? t('messaging.sent.matching', count) : t('messaging.sent.count', count))}
      empty={
        <Empty title={t('messaging.sent.emptyTitle')} picture="letter">
          {t('messaging.sent.emptyText')}
        </Empty>
      }
    >
      {dialog}
    </ListPage>
  )
}
