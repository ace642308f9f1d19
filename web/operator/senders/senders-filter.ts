import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

export const senderFilters = ['waiting', 'approved', 'refused'] as const

/** Which sender IDs are looked at; it stands in the address. */
export type SendersFilter = ListState & { state?: (typeof senderFilters)[number] }

const shape = {}

/** Takes from an address what makes sense and leaves the rest. */
export function sendersFilterOf(address: Record<string, unknown>): SendersFilter {
  const state = wordIn(senderFilters, address['state'])
  return { ...listStateOf(shape, address), ...(state && { state }) }
}

/** The filter as the contract's calls take it. */
export const sendersQueryOf = ({ search, state }: SendersFilter) => ({
  ...(search && { search }),
  ...(state && { state }),
})

export function useSendersFilter() {
  const state = useSearch({ from: '/desk/operator/senders', select: sendersFilterOf })
  const navigate = useNavigate()
  return useListState<SendersFilter>({
    name: 'desk-senders',
    shape,
    state,
    read: sendersFilterOf,
    go: (search, replace) => void navigate({ to: paths.consoleSenders, search, replace, resetScroll: false }),
  })
}

export type SendersFiltering = ReturnType<typeof useSendersFilter>
