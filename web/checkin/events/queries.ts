import { useQueryClient } from '@tanstack/react-query'
import { listEvents, readEvent, type EventRow } from '#contract/checkin/events.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const { of: eventsFilterOf, useFilter: useEventsFilter } = listFilter({
  name: 'events',
  path: paths.events,
  // Without it those to come.
  parts: { when: oneOf(['over']) },
})
export type EventsFilter = ReturnType<typeof eventsFilterOf>

/** The filter as the contract's call takes it. */
const eventsQueryOf = ({ search, when }: EventsFilter) => ({
  when: when ?? ('coming' as const),
  ...(search && { search }),
})

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
