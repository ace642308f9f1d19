import { useMutation } from '@tanstack/react-query'
import { decideSender, listSenderRequests, type SenderRequest } from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useRefresh } from '../form/password-again.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

export const senderFilters = ['waiting', 'approved', 'refused'] as const

/** Which sender IDs are looked at; it stands in the address. */
type SendersFilter = ListState & { state?: (typeof senderFilters)[number] }

const shape = {}

/** Takes from an address what makes sense and leaves the rest. */
function sendersFilterOf(address: Record<string, unknown>): SendersFilter {
  const state = wordIn(senderFilters, address['state'])
  return { ...listStateOf(shape, address), ...(state && { state }) }
}

/** The filter as the contract's calls take it. */
const sendersQueryOf = ({ search, state }: SendersFilter) => ({
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

/** The sender IDs that churches asked for, page by page; those that wait come first. */
export function useSenders(filter: SendersFilter) {
  const query = sendersQueryOf(filter)
  return usePagedList<SenderRequest>([...keyOf(listSenderRequests), query], (page, signal) =>
    call(listSenderRequests, { query: { ...query, ...page } }, { signal }),
  )
}

export type Decision = { decision: 'approve' | 'processing' } | { decision: 'refuse'; reason: string }

export function useDecideSender({ churchId, id }: SenderRequest) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (decision: Decision) => call(decideSender, { params: { churchId, id }, body: decision }),
    onSettled: () => refresh(listSenderRequests),
  })
}
