import { useQuery } from '@tanstack/react-query'
import { custodyActs, type CustodyAct } from '#contract/checkin/incidents.ts'
import { listEvents } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Choices, DayRange, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { actNames } from './entry-words.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayIn, listStateOf, textIn, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the custody log is looked at; it stands in the address. */
type CustodyFilter = ListState & {
  event?: string
  act?: CustodyAct
  /** First and last calendar day. */
  from?: string
  until?: string
}

const shape = { columns: ['what', 'at', 'by', 'event'] }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Takes from an address what makes sense and leaves the rest. */
function custodyFilterOf(address: Record<string, unknown>): CustodyFilter {
  const act = wordIn(custodyActs, address['act'])
  const event = textIn(address['event'])
  const [from, until] = [dayIn(address['from']), dayIn(address['until'])]
  return {
    ...listStateOf(shape, address),
    ...(UUID.test(event) && { event }),
    ...(act && { act }),
    ...(from && { from }),
    ...(until && { until }),
  }
}

/** The filter as the contract's call takes it. */
export const custodyQueryOf = ({ search, event, act, from, until }: CustodyFilter) => ({
  ...(search && { search }),
  ...(event && { eventId: event }),
  ...(act && { act }),
  ...(from && { from }),
  ...(until && { until }),
})

export function useCustodyFilter() {
  const state = useSearch({ from: '/tenant/checkin/custody', select: custodyFilterOf })
  const navigate = useNavigate()
  return useListState<CustodyFilter>({
    name: 'custody',
    shape,
    state,
    read: custodyFilterOf,
    go: (search, replace) => void navigate({ to: paths.custody, search, replace, resetScroll: false }),
  })
}

export type CustodyFiltering = ReturnType<typeof useCustodyFilter>

type FilteringProps = { filtering: CustodyFiltering }

const COMING = 5
const OVER = 50

/** The events whose entries one may look for: the next ones, then those of the last months. */
function useEvents() {
  const coming = useQuery(read(listEvents, { query: { when: 'coming', limit: COMING } }))
  const over = useQuery(read(listEvents, { query: { when: 'over', limit: OVER } }))
  return {
    events: [...(coming.data?.items ?? []), ...(over.data?.items ?? [])],
    isPending: coming.isPending || over.isPending,
  }
}

function ByEvent({ filtering }: FilteringProps) {
  const t = useTexts()
  const format = useFormat()
  const { events } = useEvents()
  return (
    <Choices
      shape="list"
      legend={t('checkin.event.title')}
      choices={[
        { value: '', label: t('checkin.custody.anyEvent') },
        ...events.map(({ id, name, startsAt }) => ({
          value: id,
          label: name,
          aside: format.shortDay(calendarDay(new Date(startsAt), format.timeZone)),
        })),
      ]}
      value={filtering.state.event ?? ''}
      onChange={(event) => filtering.change({ event })}
    />
  )
}

function ByAct({ filtering }: FilteringProps) {
  const t = useTexts()
  return (
    <Choices
      shape="list"
      legend={t('checkin.custody.what')}
      choices={[
        { value: '', label: t('checkin.custody.anyAct') },
        ...custodyActs.map((value) => ({ value, label: t(actNames[value]) })),
      ]}
      value={filtering.state.act ?? ''}
      onChange={(act) => filtering.change({ act })}
    />
  )
}

function ByDay({ filtering: { state, change } }: FilteringProps) {
  const t = useTexts()
  return (
    <DayRange
      legend={t('checkin.custody.days')}
      fromLabel={t('checkin.custody.from')}
      toLabel={t('checkin.custody.to')}
      from={state.from}
      to={state.until}
      onFrom={(from) => change({ from }, true)}
      onTo={(until) => change({ until }, true)}
    />
  )
}

/** Opens the filters: event, what happened, when. */
export function CustodyFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  return (
    <FilterButton count={filtering.filterCount} done={t('checkin.custody.show', { count: total })}>
      <ByEvent filtering={filtering} />
      <ByAct filtering={filtering} />
      <ByDay filtering={filtering} />
    </FilterButton>
  )
}

function EventChip({ filtering, id }: FilteringProps & { id: string }) {
  const t = useTexts()
  const { events, isPending } = useEvents()
  const name = events.find((event) => event.id === id)?.name
  return (
    <FilterChip
      label={t('checkin.custody.eventIs')}
      value={name ?? (isPending ? '…' : t('checkin.custody.oneEvent'))}
      onRemove={() => filtering.change({ event: '' })}
    />
  )
}

/** The filters that are on, each with its way off. */
export function CustodyFilterChips({ filtering }: FilteringProps) {
  const t = useTexts()
  const format = useFormat()
  if (filtering.filterCount === 0) return null
  const { event, act, from, until } = filtering.state
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {event && <EventChip filtering={filtering} id={event} />}
      {act && (
        <FilterChip
          label={t('checkin.custody.actIs')}
          value={t(actNames[act])}
          onRemove={() => filtering.change({ act: '' })}
        />
      )}
      {from && (
        <FilterChip
          label={t('checkin.custody.fromIs')}
          value={format.day(from)}
          onRemove={() => filtering.change({ from: '' })}
        />
      )}
      {until && (
        <FilterChip
          label={t('checkin.custody.untilIs')}
          value={format.day(until)}
          onRemove={() => filtering.change({ until: '' })}
        />
      )}
    </FilterChips>
  )
}
