import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDeleteKept } from '../lists/kept-messages.ts'
import { ListsHead, ListTabs } from '../lists/list-tabs.tsx'
import { useDeleting } from '../lists/use-deleting.tsx'
import { useCancelSchedule, useScheduledSms, type Going } from './queries.ts'
import { useScheduledFilter } from './scheduled-filter.ts'
import { card, columns, idOf, nameOf, scheduledAct, scheduledActs } from './scheduled-table.tsx'

const SendNowDialog = lazy(async () => ({ default: (await import('./send-now-dialog.tsx')).SendNowDialog }))

const words: ListWords = {
  title: 'messaging.scheduled.title',
  searchLabel: 'messaging.scheduled.search',
  searchPlaceholder: 'messaging.sent.searchPlaceholder',
  noMatch: 'messaging.sent.noMatch',
  emptyTitle: 'messaging.scheduled.emptyTitle',
  emptyText: 'messaging.scheduled.emptyText',
}

/** Cancelling, and what is said of it. */
function useCancelling() {
  const t = useTexts()
  const navigate = useNavigate()
  const cancelling = useCancelSchedule()
  const action = { label: t('messaging.scheduled.seeDrafts'), onPick: () => void navigate({ to: paths.draftSms }) }
  return (id: string) =>
    cancelling.run(id, {
      done: () => toast.ok(t('messaging.scheduled.cancelled'), { action }),
      failed: ({ code }) =>
        toast.bad(t(code === 'already_sent' ? 'messaging.scheduled.tooLate' : 'messaging.scheduled.notCancelled')),
    })
}

/** SMS that wait for their time, and those that could not go, with the reason. */
export function ScheduledPage() {
  const t = useTexts()
  const filtering = useScheduledFilter()
  const list = useScheduledSms(filtering.search)
  const [sending, send] = useState<Going | null>(null)
  const onCancel = useCancelling()
  const { selection, deleteOne, dialog } = useDeleting(useDeleteKept(), () => t('messaging.scheduled.deleteNote'))
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, selection }}
      name="scheduled-sms"
      head={<ListsHead tabTitle={t('messaging.scheduled.title')} />}
      tabs={<ListTabs shown="schedules" />}
      exporting={undefined}
      {...(deleteOne && {
        rowActions: scheduledActs({ onSend: send, onCancel, onDelete: deleteOne }),
        rowAct: scheduledAct({ onSend: send, onCancel }),
      })}
    >
      {dialog}
      <Suspense fallback={null}>{sending && <SendNowDialog row={sending.row} onClose={() => send(null)} />}</Suspense>
    </ListPage>
  )
}
