import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'
import { states } from '../sent/delivery.ts'

/** Which recipients are looked at; it stands in the address. */
export type ReportFilter = ListState & { state?: RecipientState }

const shape = { columns: ['name', 'phone', 'state', 'segments', 'at'] }

/** Takes from an address what makes sense and leaves the rest. */
export function reportFilterOf(address: Record<string, unknown>): ReportFilter {
  const state = wordIn(states, address['state'])
  return { ...listStateOf(shape, address), ...(state && { state }) }
}

export function useReportFilter(id: string) {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const state = useSearch({ from: '/tenant/sms/sent/$id', select: reportFilterOf })
  const navigate = useNavigate()
  return useListState<ReportFilter>({
    name: 'recipients',
    shape,
    state,
    read: reportFilterOf,
    // One list among others on its page: looking at it in another way is no step that "back" undoes.
    go: (search) =>
      void navigate({ to: paths.sentSmsReport, params: { id }, search, replace: true, resetScroll: false }),
  })
}

export type ReportFiltering = ReturnType<typeof useReportFilter>
