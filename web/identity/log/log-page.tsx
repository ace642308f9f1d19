import { listAudit, type AuditRow } from '#contract/identity/audit.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { keyOf } from '../../lib/queries.ts'
import { useSavedViews } from '../../lib/saved-views.ts'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { SettingsHeader } from '../church/settings-header.tsx'
import { EntryCard, What, When, Where, Who, Whom } from './entry-parts.tsx'
import { useEntryWords } from './entry-words.ts'
import { logQueryOf, useLogFilter } from './log-filter.ts'
import { LogFilterButton, LogFilterChips } from './log-filters.tsx'
import { useLogExport } from './use-log-export.ts'

const columns: Columns<AuditRow> = [
  { id: 'what', title: 'identity.log.what', cell: (entry) => <What entry={entry} />, isName: true },
  { id: 'at', title: 'identity.log.at', cell: (entry) => <When entry={entry} />, width: '12rem' },
  { id: 'actor', title: 'identity.log.actor', cell: (entry) => <Who entry={entry} />, width: '17%' },
  {
    id: 'subject',
    title: 'identity.log.subject',
    cell: (entry) => <Whom entry={entry} />,
    width: '15%',
    wideOnly: true,
  },
  { id: 'where', title: 'identity.log.where', cell: (entry) => <Where entry={entry} />, width: '17%', wideOnly: true },
]

const idOf = ({ id }: AuditRow) => id
const card = (entry: AuditRow) => <EntryCard entry={entry} />

/** Everything that was done in the church: what, when, who, to whom, from where. */
export function LogPage() {
  const t = useTexts()
  const filtering = useLogFilter()
  const wordsOf = useEntryWords()
  const query = logQueryOf(filtering.state)
  const list = usePagedList<AuditRow>([...keyOf(listAudit), query], (page, signal) =>
    call(listAudit, { query: { ...query, ...page } }, { signal }),
  )
  return (
    <>
      <SettingsHeader part="log" />
      <DataTable
        name="audit"
        caption={t('identity.log.title')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={(entry) => wordsOf(entry).what}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('identity.log.searchLabel'),
          placeholder: t('identity.log.searchPlaceholder'),
        }}
        filter={<LogFilterButton filtering={filtering} total={list.total} />}
        chips={<LogFilterChips filtering={filtering} found={list.rows} />}
        columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
        views={useSavedViews('audit', filtering)}
        exporting={useLogExport(filtering, list.total)}
        noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('identity.log.noMatch')}</NoMatch>}
        empty={<Empty title={t('identity.log.emptyTitle')}>{t('identity.log.emptyText')}</Empty>}
      />
    </>
  )
}
