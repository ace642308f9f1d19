import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useDeleting } from './delete-sent.tsx'
import { useSentSms } from './queries.ts'
import { useSentFilter } from './sent-filter.ts'
import { SentTable } from './sent-table.tsx'

function SendSms() {
  const t = useTexts()
  return (
    <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
      {t('messaging.sent.send')}
    </ButtonLink>
  )
}

/** Sent SMS: what was said, to how many, and how it arrived. */
export function SentPage() {
  const t = useTexts()
  const canSend = useCan('messages.send')
  const { search, searchFor } = useSentFilter()
  const list = useSentSms(search)
  const { selection, dialog } = useDeleting(list.rows)
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
        selection={selection}
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
