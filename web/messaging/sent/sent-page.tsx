import { exportSent } from '#contract/messaging/sent-sms.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useListExport, type ExportColumn } from '../../lib/list-export.ts'
import { paths } from '../../lib/paths.ts'
import { useSavedViews } from '../../lib/saved-views.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useDeleting } from './delete-sent.tsx'
import { useSentSms } from './queries.ts'
import { useSentFilter, type SentFiltering } from './sent-filter.ts'
import { sentActs, SentTable } from './sent-table.tsx'

function SendSms() {
  const t = useTexts()
  return (
    <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
      {t('messaging.sent.send')}
    </ButtonLink>
  )
}

const columns: readonly ExportColumn[] = [
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
    columns,
    shown,
    total,
    title: t('messaging.sent.title'),
    what: t('messaging.sent.count', { count: total }),
    church: useSession().church.name,
  })
}

/** Sent SMS: what was said, to how many, and how it arrived. */
export function SentPage() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const filtering = useSentFilter()
  const { search, searchFor } = filtering
  const list = useSentSms(search)
  const { selection, deleteOne, dialog } = useDeleting(list.rows)
  const isCounted = !list.isLoading && !list.isStale && !list.failure && list.total > 0
  const count = { count: list.total }
  return (
    <>
      <PageHeader title={t('messaging.sent.title')} actions={canSend && <SendSms />}>
        {isCounted && (search ? t('messaging.sent.matching', count) : t('messaging.sent.count', count))}
      </PageHeader>
      <SentTable
        list={list}
        search={{
          value: search,
          onChange: searchFor,
          label: t('messaging.sent.searchLabel'),
          placeholder: t('messaging.sent.searchPlaceholder'),
        }}
        columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
        views={useSavedViews('sent-sms', filtering)}
        exporting={useSentExport(filtering, list.total)}
        selection={selection}
        rowActions={sentActs(deleteOne)}
        noMatch={search && <NoMatch onClear={() => searchFor('')}>{t('messaging.sent.noMatch')}</NoMatch>}
        empty={
          <Empty title={t('messaging.sent.emptyTitle')} picture="letter">
            {t('messaging.sent.emptyText')}
          </Empty>
        }
      />
      {dialog}
    </>
  )
}
