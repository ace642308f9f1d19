import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readConsoleChurch } from '#contract/operator/churches.ts'
import { listOperators } from '#contract/operator/session.ts'
import { listConsoleLog, type ConsoleEntry } from '#contract/operator/settings.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { DataTable, type Columns } from '../../ui/data-table/index.ts'
import { Choices, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { Opener, When } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { useSummary, actNames } from './words.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, textIn, useListState, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** Which lines of the log are looked at; church and operator by id. It stands in the address. */
type LogFilter = ListState & { church?: string; operator?: string }

const shape = {}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Takes from an address what makes sense and leaves the rest. */
function logFilterOf(address: Record<string, unknown>): LogFilter {
  const [church, operator] = [textIn(address['church']), textIn(address['operator'])]
  return {
    ...listStateOf(shape, address),
    ...(UUID.test(church) && { church }),
    ...(UUID.test(operator) && { operator }),
  }
}

/** The filter as the contract's call takes it. */
const logQueryOf = ({ search, church, operator }: LogFilter) => ({
  ...(search && { search }),
  ...(church && { churchId: church }),
  ...(operator && { operatorId: operator }),
})

function useLogFilter() {
  const state = useSearch({ from: '/desk/operator/log', select: logFilterOf })
  const navigate = useNavigate()
  return useListState<LogFilter>({
    name: 'desk-log',
    shape,
    state,
    read: logFilterOf,
    go: (search, replace) => void navigate({ to: paths.consoleLog, search, replace, resetScroll: false }),
  })
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

function useEntries(filter: LogFilter) {
  const query = logQueryOf(filter)
  return usePagedList<ConsoleEntry>([...keyOf(listConsoleLog), query], (page, signal) =>
    call(listConsoleLog, { query: { ...query, ...page } }, { signal }),
  )
}

type FilteringProps = { filtering: LogFiltering }

const useOperators = () => useQuery(read(listOperators)).data ?? []

function OperatorFilter({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const operators = useOperators()
  return (
    <FilterButton count={filtering.filterCount} done={t('operator.log.show', { count: total })}>
      <Choices
        shape="list"
        legend={t('operator.shell.operator')}
        choices={[
          { value: '', label: t('operator.log.anybody') },
          ...operators.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filtering.state.operator ?? ''}
        onChange={(operator) => filtering.change({ operator })}
      />
    </FilterButton>
  )
}

function ChurchChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts()
  const { data } = useQuery(read(readConsoleChurch, { params: { id } }))
  return <FilterChip label={t('operator.log.churchIs')} value={data?.name ?? '…'} onRemove={onRemove} />
}

function Chips({ filtering }: FilteringProps) {
  const t = useTexts()
  const operators = useOperators()
  const { church, operator } = filtering.state
  if (filtering.filterCount === 0) return null
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {church && <ChurchChip id={church} onRemove={() => filtering.change({ church: '' })} />}
      {operator && (
        <FilterChip
          label={t('operator.log.operatorIs')}
          value={operators.find(({ id }) => id === operator)?.name ?? '…'}
          onRemove={() => filtering.change({ operator: '' })}
        />
      )}
    </FilterChips>
  )
}

/** What operators did, the newest first; nobody can change a line. */
export function LogPage() {
  const t = useTexts()
  const filtering = useLogFilter()
  const list = useEntries(filtering.state)
  const [opened, setOpened] = useState<ConsoleEntry | null>(null)
  const { columns, card } = useMemo(() => ({ columns: columnsWith(setOpened), card: cardWith(setOpened) }), [])
  return (
    <>
      <PageHeader title={t('operator.nav.log')}>{t('operator.log.line')}</PageHeader>
      <DataTable
        name="desk-log"
        caption={t('operator.nav.log')}
        list={list}
        columns={columns}
        card={card}
        idOf={idOf}
        nameOf={({ act }) => t(actNames[act])}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('operator.log.searchLabel'),
          placeholder: t('operator.log.searchPlaceholder'),
        }}
        filter={<OperatorFilter filtering={filtering} total={list.total} />}
        chips={<Chips filtering={filtering} />}
        noMatch={filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('operator.log.noMatch')}</NoMatch>}
        empty={<Empty title={t('operator.log.emptyTitle')}>{t('operator.log.emptyText')}</Empty>}
      />
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
