import { useQueryClient } from '@tanstack/react-query'
import { listEvents, readEvent, type EventRow } from '#contract/checkin/events.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** Which events are looked at; it stands in the address. Without `when` those to come. */
export type EventsFilter = ListState & { when?: 'over' }

/** Takes from an address what makes sense and leaves the rest. */
function eventsFilterOf(address: Record<string, unknown>): EventsFilter {
  const when = wordIn(['over'], address['when'])
  return { ...listStateOf({}, address), ...(when && { when }) }
}

/** The filter as the contract's call takes it. */
const eventsQueryOf = ({ search, when }: EventsFilter) => ({
  when: when ?? ('coming' as const),
  ...(search && { search }),
})

export function useEventsFilter() {
  const state = useSearch({ from: '/tenant/events', select: eventsFilterOf })
  const navigate = useNavigate()
  return useListState<EventsFilter>({
    name: 'events',
    shape: {},
    state,
    read: eventsFilterOf,
    go: (search, replace) => void navigate({ to: paths.events, search, replace, resetScroll: false }),
  })
}

/** The events that match, page by page. */
export function useEvents(filter: EventsFilter) {
  const query = eventsQueryOf(filter)
  return usePagedList<EventRow>([...keyOf(listEvents), query], (page, signal) =>
    call(listEvents, { query: { ...query, ...page } }, { signal }),
  )
}

/** Call it with what an event has become: its page shows it at once, and every list that names it is read again. */
export function useEventChanged() {
  const client = useQueryClient()
  return (event: EventRow) => {
    const { queryKey } = read(readEvent, { params: { id: event.id } })
    client.setQueryData(queryKey, event)
    void client.invalidateQueries({
      predicate: ({ queryKey: [path, args] }) =>
        typeof path === 'string' &&
        path.startsWith('/api/checkin/') &&
        !(path === queryKey[0] && JSON.stringify(args) === JSON.stringify(queryKey[1])),
    })
  }
}
