import { listAudit, type AuditRow, exportAudit, type AuditAct } from '#contract/identity/audit.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useSavedViews } from '../../lists/saved-views.ts'
import { type Columns, RowLink } from '../../ui/data-table/index.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { SettingsHeader } from '../church/settings-header.tsx'
import { useEntryWords } from './entry-words.ts'
import { logQueryOf, useLogFilter, type LogFiltering } from './log-filter.ts'
import { logFilters } from './log-filters.tsx'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { useSession } from '../../session/session.ts'
import { actWords } from './act-words.ts'
import { useFormat } from '../../languages/format.tsx'
import { paths } from '../../routing/paths.ts'
import classes from '../../ui/data-table/entry-cells.module.css'

type One = { entry: AuditRow }

/** What was done, and below it what else there is to know. */
function What({ entry }: One) {
  const { what, more } = useEntryWords()(entry)
  return (
    <span className={classes['what']}>
      <span className="strong">{what}</span>
      {more.length > 0 && (
        <span data-roomy="" className={classes['more']}>
          {more.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      )}
    </span>
  )
}

const When = ({ entry: { at } }: One) => <span className="num">{useFormat().dateTime(at)}</span>

const Who = ({ entry: { actorName } }: One) => (
  <span className={classes['clip']} title={actorName}>
    {actorName}
  </span>
)

/** The person it was done to, who leads to their page. Acts on oneself name nobody. */
function Whom({ entry: { subjectId, subjectName, actorName } }: One) {
  if (!subjectName || !subjectId || subjectName === actorName) return null
  return (
    <RowLink to={paths.person} params={{ id: subjectId }} className={classes['clip']}>
      {subjectName}
    </RowLink>
  )
}

/** The device and, below it, the network address; nothing for jobs and operators. */
function Where({ entry: { device, ip } }: One) {
  const t = useTexts()
  if (!device && !ip) return null
  return (
    <span className={classes['what']}>
      <span className={classes['clip']}>{device ?? t('identity.account.unknownDevice')}</span>
      {ip && (
        <bdi data-roomy="" dir="ltr" className={`num ${classes['more']}`}>
          {ip}
        </bdi>
      )}
    </span>
  )
}

/** An entry on a phone. */
function EntryCard({ entry }: One) {
  const { actorName, subjectName, device, ip } = entry
  const from = [device, ip].filter(Boolean).join(', ')
  return (
    <div className={classes['card']}>
      <What entry={entry} />
      <span className={classes['sub']}>
        {subjectName && subjectName !== actorName ? `${actorName} → ${subjectName}` : actorName}
      </span>
      <span className="small muted num">
        <When entry={entry} />
        {from && ` · ${from}`}
      </span>
    </div>
  )
}

const exported: readonly ExportColumn[] = [
  { id: 'at', title: 'identity.log.at', of: 'at' },
  { id: 'actor', title: 'identity.log.actor', of: 'actor' },
  { id: 'act', title: 'identity.log.what', of: 'what' },
  { id: 'subject', title: 'identity.log.subject', of: 'subject' },
  { id: 'details', title: 'identity.log.details', of: 'what' },
  { id: 'device', title: 'identity.log.device', of: 'where' },
  { id: 'ip', title: 'identity.log.network', of: 'where' },
]

const isAct = (text: string): text is AuditAct => Object.hasOwn(actWords, text)

/** File and print of the log. Files name acts by their codes, for other programs; paper names them in words. */
function useLogExport({ state, shown }: LogFiltering, total: number) {
  const t = useTexts()
  const exporting = useListExport({
    endpoint: exportAudit,
    query: logQueryOf(state),
    columns: exported,
    shown,
    total,
    title: t('identity.log.title'),
    what: t('identity.log.count', { count: total }),
    church: useSession().church.name,
  })
  return {
    ...exporting,
    sheet: async () => {
      const { headings, rows } = await exporting.sheet()
      const told = (value: string) => (isAct(value) ? t(actWords[value], NOTHING_SAID) : value)
      return { headings, rows: rows.map((row) => row.map(told)) }
    },
  }
}

/** On paper the details stand in a column of their own. */
const NOTHING_SAID = { count: 0, number: '', name: '', list: '', format: '', again: 'no', removed: 'no', off: 'yes' }

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

const words: ListWords = {
  title: 'identity.log.title',
  searchLabel: 'identity.log.searchLabel',
  searchPlaceholder: 'identity.log.searchPlaceholder',
  show: 'identity.log.show',
  noMatch: 'identity.log.noMatch',
  emptyTitle: 'identity.log.emptyTitle',
  emptyText: 'identity.log.emptyText',
}

/** Everything that was done in the church: what, when, who, to whom, from where. */
export function LogPage() {
  const filtering = useLogFilter()
  const wordsOf = useEntryWords()
  const query = logQueryOf(filtering.state)
  const list = usePagedList<AuditRow>([...keyOf(listAudit), query], (page, signal) =>
    call(listAudit, { query: { ...query, ...page } }, { signal }),
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf }}
      name="audit"
      nameOf={(entry) => wordsOf(entry).what}
      filters={logFilters(filtering, list.rows)}
      views={useSavedViews('audit', filtering)}
      exporting={useLogExport(filtering, list.total)}
      head={<SettingsHeader part="log" />}
    />
  )
}
