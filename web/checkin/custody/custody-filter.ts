import { useNavigate, useSearch } from '@tanstack/react-router'
import { custodyActs, type CustodyAct } from '#contract/checkin/incidents.ts'
import { dayIn, listStateOf, textIn, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the custody log is looked at; it stands in the address. */
export type CustodyFilter = ListState & {
  event?: string
  act?: CustodyAct
  /** First and last calendar day. */
  from?: string
  until?: string
}

const shape = { columns: ['what', 'at', 'by', 'event'] }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Takes from an address what makes sense and leaves the rest. */
export function custodyFilterOf(address: Record<string, unknown>): CustodyFilter {
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
