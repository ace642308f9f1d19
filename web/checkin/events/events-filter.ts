import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** Which events are looked at; it stands in the address. Without `when` those to come. */
export type EventsFilter = ListState & { when?: 'over' }

/** Takes from an address what makes sense and leaves the rest. */
export function eventsFilterOf(address: Record<string, unknown>): EventsFilter {
  const when = wordIn(['over'], address['when'])
  return { ...listStateOf({}, address), ...(when && { when }) }
}

/** The filter as the contract's call takes it. */
export const eventsQueryOf = ({ search, when }: EventsFilter) => ({
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
