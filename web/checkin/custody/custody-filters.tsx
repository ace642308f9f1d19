import { useQuery } from '@tanstack/react-query'
import { custodyActs, type CustodyAct } from '#contract/checkin/incidents.ts'
import { listEvents } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Choices, FilterChip } from '../../ui/filters/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
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

function EventField({ filtering }: FilteringProps) {
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

const others: readonly ListFilter[] = [
  {
    part: 'act',
    shape: 'list',
    legend: 'checkin.custody.what',
    any: 'checkin.custody.anyAct',
    is: 'checkin.custody.actIs',
    words: Object.fromEntries(custodyActs.map((act) => [act, actNames[act]])),
  },
  {
    days: ['from', 'until'],
    legend: 'checkin.custody.days',
    labels: ['checkin.custody.from', 'checkin.custody.to'],
    is: ['checkin.custody.fromIs', 'checkin.custody.untilIs'],
  },
]

/** Event, what happened, when. */
export function custodyFilters(filtering: CustodyFiltering): readonly ListFilter[] {
  const { event } = filtering.state
  return [
    { field: <EventField filtering={filtering} />, chip: event && <EventChip filtering={filtering} id={event} /> },
    ...others,
  ]
}
