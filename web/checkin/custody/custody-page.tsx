import { lazy, Suspense, useState, type ReactNode } from 'react'
import { exportCustody, listCustody, verifyCustody, type CustodyRow } from '#contract/checkin/custody.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { i18n, useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { Columns } from '../../ui/data-table/index.ts'
import { IconDeviceTablet, IconMail, IconShieldCheck } from '../../ui/icons.ts'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { HoldWay } from '../under-way.tsx'
import { useStations } from '../stations/use-stations.ts'
import { custodyQueryOf, useCustodyFilter, type CustodyFiltering, custodyFilters } from './custody-filters.tsx'
import classes from './custody.module.css'
import { By, EntryCard, What, When, Where } from './entry-parts.tsx'
import { useEntryWords } from './entry-words.ts'
import { Incidents } from './incidents.tsx'
import type { Result } from '#contract/endpoint.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'

type VerdictNoteProps = { verdict: Result<typeof verifyCustody> | undefined; failure: unknown }

/** What the check of the log found. */
function VerdictNote({ verdict, failure }: VerdictNoteProps) {
  const t = useTexts()
  if (failure) return <Note tone="bad">{t(failureText(failure))}</Note>
  if (!verdict) return null
  if (verdict.intact) return <Note tone="ok">{t('checkin.custody.whole', { count: verdict.entries })}</Note>
  return (
    <Note tone="bad">
      <p className="strong">{t('checkin.custody.notWhole')}</p>
      <ul>
        {verdict.broken.map(({ eventId, eventName, number }) => (
          <li key={eventId}>{t('checkin.custody.brokenAt', { number, event: eventName })}</li>
        ))}
      </ul>
    </Note>
  )
}

const columns: Columns<CustodyRow> = [
  { id: 'what', title: 'checkin.custody.what', cell: (entry) => <What entry={entry} />, isName: true },
  { id: 'at', title: 'checkin.custody.at', cell: (entry) => <When entry={entry} />, width: '12rem' },
  { id: 'by', title: 'checkin.custody.by', cell: (entry) => <By entry={entry} />, width: '18%' },
  { id: 'event', title: 'checkin.event.title', cell: (entry) => <Where entry={entry} />, width: '20%', wideOnly: true },
]

/** Whether an entry is intact stands in every file and on every sheet. */
const exported: readonly ExportColumn[] = [
  { id: 'at', title: 'checkin.custody.at', of: 'at' },
  { id: 'act', title: 'checkin.custody.what', of: 'what' },
  { id: 'child', title: 'checkin.custody.child', of: 'what' },
  { id: 'class', title: 'checkin.custody.class', of: 'what' },
  { id: 'collector', title: 'checkin.custody.collector', of: 'what' },
  { id: 'reason', title: 'checkin.custody.reason', of: 'what' },
  { id: 'by', title: 'checkin.custody.by', of: 'by' },
  { id: 'second', title: 'checkin.custody.second', of: 'by' },
  { id: 'brought', title: 'checkin.custody.brought', of: 'by' },
  { id: 'station', title: 'checkin.custody.station', of: 'what' },
  { id: 'event', title: 'checkin.event.title', of: 'event' },
  { id: 'number', title: 'checkin.custody.number', of: 'event' },
  { id: 'intact', title: 'checkin.custody.intact', of: 'what' },
  // Held against the log later; on paper nobody types it.
  { id: 'anchor', title: 'checkin.custody.anchor' },
]

const idOf = ({ eventId, number }: CustodyRow) => `${eventId} ${number}`
const card = (entry: CustodyRow) => <EntryCard entry={entry} />

function useExport({ state, shown }: CustodyFiltering, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportCustody,
    query: { ...custodyQueryOf(state), language: i18n.locale },
    columns: exported,
    shown,
    total,
    title: t('checkin.custody.title'),
    what: t('checkin.custody.count', { count: total }),
    church: useSession().church.name,
  })
}

const words: ListWords = {
  title: 'checkin.custody.title',
  searchLabel: 'checkin.custody.searchLabel',
  searchPlaceholder: 'checkin.custody.searchPlaceholder',
  show: 'checkin.custody.show',
  noMatch: 'checkin.custody.noMatch',
  emptyTitle: 'checkin.custody.emptyTitle',
  emptyText: 'checkin.custody.emptyText',
}

function Log({ head, children }: { head: ReactNode; children: ReactNode }) {
  const filtering = useCustodyFilter()
  const wordsOf = useEntryWords()
  const query = custodyQueryOf(filtering.state)
  const list = usePagedList<CustodyRow>([...keyOf(listCustody), query], (page, signal) =>
    call(listCustody, { query: { ...query, ...page } }, { signal }),
  )
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf, head, children }}
      name="custody"
      nameOf={(entry) => wordsOf(entry).what}
      filters={custodyFilters(filtering)}
      exporting={useExport(filtering, list.total)}
    />
  )
}

// What is opened now and then comes when it is wanted: the page has little room.
const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))
const StationsDialog = lazy(async () => ({ default: (await import('../stations/index.ts')).StationsDialog }))

/** Who was let in and out, when and by whom, and whether the log is as it was written. */
export function CustodyPage() {
  const t = useTexts()
  const isOpen = useSession().gate === 'open'
  const waiting = useStations(isOpen).data?.filter(({ state }) => state === 'waiting').length ?? 0
  const [showsStations, setShowsStations] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const check = useCall(() => call(verifyCustody))
  const actions = (
    <>
      {isOpen && (
        <Button icon={IconDeviceTablet} onClick={() => setShowsStations(true)}>
          {t('checkin.stations.title')}
          {waiting > 0 && <Badge tone="warn">{t('checkin.stations.waiting', { count: waiting })}</Badge>}
        </Button>
      )}
      <Button icon={IconShieldCheck} busy={check.busy} onClick={() => check.run()}>
        {t('checkin.custody.check')}
      </Button>
      <Button icon={IconMail} onClick={() => setComparing(true)}>
        {t('checkin.custody.compare')}
      </Button>
    </>
  )
  const head = (
    <>
      <HoldWay />
      <PageHeader title={t('checkin.custody.title')} actions={actions}>
        {t('checkin.custody.line')} {t('checkin.custody.anchorLine')}
      </PageHeader>
      <Incidents />
      <div role="status" className={classes['verdict']}>
        <VerdictNote verdict={check.answer} failure={check.failure} />
      </div>
    </>
  )
  return (
    <Log head={head}>
      <Suspense>
        {isComparing && <CompareDialog onClose={() => setComparing(false)} />}
        {showsStations && <StationsDialog onClose={() => setShowsStations(false)} />}
      </Suspense>
    </Log>
  )
}
