import { useNavigate } from '@tanstack/react-router'
import { duplicateSent } from '#contract/messaging/drafts.ts'
import { exportSent } from '#contract/messaging/sent-sms.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Empty } from '../../ui/states/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { keptReads } from '../lists/kept-messages.ts'
import { ListsHead, ListTabs } from '../lists/list-tabs.tsx'
import { useDeleting } from '../lists/use-deleting.tsx'
import { isUnderWay } from './delivery.ts'
import { useSentSms, useDeleteSent } from './queries.ts'
import { useSentFilter, type SentFiltering } from './sent-filter.ts'
import { card, columns, idOf, nameOf, sentActs } from './sent-table.tsx'

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
  { id: 'sent', title: 'messaging.report.sent' },
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

/** A draft of what was sent: its text for the same people, opened to be looked at before it goes. */
function useDuplicate() {
  const t = useTexts()
  const navigate = useNavigate()
  return useCall((campaignId: string) => call(duplicateSent, { body: { id: crypto.randomUUID(), campaignId } }), {
    refreshes: keptReads,
    done: ({ id }) => navigate({ to: paths.composeSms, search: { draftId: id } }),
    failed: ({ code }) =>
      toast.bad(t(code === 'too_many_drafts' ? 'messaging.draft.tooMany' : 'messaging.lists.notDuplicated')),
  })
}

/** Sent SMS: what was said, to how many, and how it arrived. */
export function SentPage() {
  const t = useTexts()
  const filtering = useSentFilter()
  const { search } = filtering
  const list = useSentSms(search)
  const { selection, deleteOne, dialog } = useDeleting(useDeleteSent(), (ids) =>
    list.rows.some((row) => isUnderWay(row) && ids.includes(row.id)) ? t('messaging.sent.confirmSending') : null,
  )
  const duplicate = useDuplicate()
  const isCounted = search !== '' && !list.isLoading && !list.isStale && !list.failure && list.total > 0
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, nameOf, selection }}
      name="sent-sms"
      head={
        <ListsHead
          tabTitle={t('messaging.sent.title')}
          line={isCounted && t('messaging.sent.matching', { count: list.total })}
        />
      }
      tabs={<ListTabs shown="sent" />}
      views={useSavedViews('sent-sms', filtering)}
      exporting={useSentExport(filtering, list.total)}
      rowActions={sentActs(deleteOne && { onDuplicate: duplicate.run, onDelete: deleteOne })}
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
