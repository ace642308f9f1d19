import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the list is looked at; it stands in the address. */
export type SentFilter = ListState

const shape = { columns: ['message', 'sentAt', 'units', 'delivery'] }

/** Takes from an address what makes sense and leaves the rest. */
export const sentFilterOf = (address: Record<string, unknown>): SentFilter => listStateOf(shape, address)

export function useSentFilter() {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const state = useSearch({ from: '/tenant/sms/sent', select: sentFilterOf })
  const navigate = useNavigate()
  return useListState<SentFilter>({
    name: 'sent-sms',
    shape,
    state,
    read: sentFilterOf,
    go: (search, replace) => void navigate({ to: paths.sentSms, search, replace, resetScroll: false }),
  })
}

export type SentFiltering = ReturnType<typeof useSentFilter>
