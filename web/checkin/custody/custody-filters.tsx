import { useQuery } from '@tanstack/react-query'
import { custodyActs } from '#contract/checkin/incidents.ts'
import { listEvents } from '#contract/checkin/events.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Choices, FilterChip } from '../../ui/filters/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { actNames } from './entry-words.ts'
import { askedOf, idIn, listFilter, oneOf } from '../../lists/list-filter.ts'
import { dayIn } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

const { of: custodyFilterOf, useFilter: useCustodyFilter } = listFilter({
  name: 'custody',
  path: paths.custody,
  shape: { columns: ['what', 'at', 'by', 'event'] },
  parts: { event: idIn, act: oneOf(custodyActs), from: dayIn, until: dayIn },
})
export { useCustodyFilter }

/** The filter as the contract's call takes it. */
export function custodyQueryOf(filter: ReturnType<typeof custodyFilterOf>) {
  const { event, ...asked } = askedOf(filter)
  return { ...asked, ...(event && { eventId: event }) }
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
