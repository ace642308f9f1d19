import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readConsoleChurch } from '#contract/operator/churches.ts'
import { listOperators } from '#contract/operator/session.ts'
import { listConsoleLog, type ConsoleEntry } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import type { Columns } from '../../ui/data-table/index.ts'
import { Choices, FilterChip } from '../../ui/filters/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { Opener, When, Fact, Facts } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { useSummary, actNames, useDetails } from './words.ts'
import { askedOf, idIn, listFilter } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'
import { useFormat } from '../../languages/format.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

/** A line of the log, whole. */
function EntryDialog({ entry, onClose }: { entry: ConsoleEntry; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const { told, changes } = useDetails(entry)
  const close = <Button onClick={onClose}>{t('ui.dialog.close')}</Button>
  return (
    <Dialog open onClose={onClose} title={t(actNames[entry.act])} actions={close}>
      <Facts>
        <Fact label={t('operator.log.when')}>{format.dateTime(entry.at)}</Fact>
        <Fact label={t('operator.shell.operator')}>{entry.operatorName}</Fact>
        {entry.churchName && <Fact label={t('operator.churches.church')}>{entry.churchName}</Fact>}
        {told.map(({ name, value }) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        {changes.map(({ name, before, after }) => (
          <Fact key={name} label={name}>
            {t('operator.log.from', { before, after })}
          </Fact>
        ))}
        {entry.device && <Fact label={t('operator.log.device')}>{entry.device}</Fact>}
        {entry.ip && (
          <Fact label={t('operator.log.ip')}>
            <bdi dir="ltr">{entry.ip}</bdi>
          </Fact>
        )}
      </Facts>
    </Dialog>
  )
}

/** Church and operator by id. */
const { of: logFilterOf, useFilter: useLogFilter } = listFilter({
  name: 'desk-log',
  path: paths.consoleLog,
  parts: { church: idIn, operator: idIn },
})

/** The filter as the contract's call takes it. */
function logQueryOf(filter: ReturnType<typeof logFilterOf>) {
  const { church, operator, ...asked } = askedOf(filter)
  return { ...asked, ...(church && { churchId: church }), ...(operator && { operatorId: operator }) }
}

type LogFiltering = ReturnType<typeof useLogFilter>

type EntryProps = { entry: ConsoleEntry; onOpen: () => void }

function What({ entry, onOpen }: EntryProps) {
  const t = useTexts()
  const summary = useSummary(entry)
  return (
    <Opener onOpen={onOpen} {...(summary !== '' && { second: summary })}>
      {t(actNames[entry.act])}
    </Opener>
  )
}

function EntryCard({ entry, onOpen }: EntryProps) {
  return (
    <div className={parts['card']}>
      <What entry={entry} onOpen={onOpen} />
      <span className="small muted num">
        {[entry.churchName, entry.operatorName].filter(Boolean).join(' · ')} · <When at={entry.at} />
      </span>
    </div>
  )
}

const columnsWith = (open: (entry: ConsoleEntry) => void): Columns<ConsoleEntry> => [
  {
    id: 'what',
    title: 'operator.log.what',
    cell: (entry) => <What entry={entry} onOpen={() => open(entry)} />,
    isName: true,
  },
  {
    id: 'church',
    title: 'operator.churches.church',
    cell: ({ churchName }) => <span>{churchName}</span>,
    width: '20%',
    wideOnly: true,
  },
  {
    id: 'operator',
    title: 'operator.shell.operator',
    cell: ({ operatorName }) => <span>{operatorName}</span>,
    width: '18%',
  },
  { id: 'when', title: 'operator.log.when', cell: ({ at }) => <When at={at} />, width: '8rem' },
]

const cardWith = (open: (entry: ConsoleEntry) => void) => (entry: ConsoleEntry) => (
  <EntryCard entry={entry} onOpen={() => open(entry)} />
)
const idOf = ({ id }: ConsoleEntry) => id

function useEntries(filter: ReturnType<typeof logFilterOf>) {
  const query = logQueryOf(filter)
  return usePagedList<ConsoleEntry>([...keyOf(listConsoleLog), query], (page, signal) =>
    call(listConsoleLog, { query: { ...query, ...page } }, { signal }),
  )
}

type FilteringProps = { filtering: LogFiltering }

const useOperators = () => useQuery(read(listOperators)).data ?? []

function OperatorField({ filtering }: FilteringProps) {
  const t = useTexts()
  return (
    <Choices
      shape="list"
      legend={t('operator.shell.operator')}
      choices={[
        { value: '', label: t('operator.log.anybody') },
        ...useOperators().map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={filtering.state.operator ?? ''}
      onChange={(operator) => filtering.change({ operator })}
    />
  )
}

function ChurchChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts()
  const { data } = useQuery(read(readConsoleChurch, { params: { id } }))
  return <FilterChip label={t('operator.log.churchIs')} value={data?.name ?? '…'} onRemove={onRemove} />
}

function OperatorChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts()
  const name = useOperators().find((operator) => operator.id === id)?.name
  return <FilterChip label={t('operator.log.operatorIs')} value={name ?? '…'} onRemove={onRemove} />
}

function filtersOf(filtering: LogFiltering): readonly ListFilter[] {
  const { church, operator } = filtering.state
  return [
    { field: null, chip: church && <ChurchChip id={church} onRemove={() => filtering.change({ church: '' })} /> },
    {
      field: <OperatorField filtering={filtering} />,
      chip: operator && <OperatorChip id={operator} onRemove={() => filtering.change({ operator: '' })} />,
    },
  ]
}

const words: ListWords = {
  title: 'operator.nav.log',
  searchLabel: 'operator.log.searchLabel',
  searchPlaceholder: 'operator.log.searchPlaceholder',
  show: 'operator.log.show',
  noMatch: 'operator.log.noMatch',
  emptyTitle: 'operator.log.emptyTitle',
  emptyText: 'operator.log.emptyText',
}

/** What operators did, the newest first; nobody can change a line. */
export function LogPage() {
  const t = useTexts()
  const filtering = useLogFilter()
  const list = useEntries(filtering.state)
  const [opened, setOpened] = useState<ConsoleEntry | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  return (
    <ListPage
      {...{ words, filtering, list, columns, card, idOf }}
      name="desk-log"
      nameOf={({ act }) => t(actNames[act])}
      filters={filtersOf(filtering)}
      line={t('operator.log.line')}
    >
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  )
}
