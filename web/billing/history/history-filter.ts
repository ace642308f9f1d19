import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PaymentState } from '#contract/billing/payments.ts'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the payments is looked at; it stands in the address. */
export type HistoryFilter = ListState & { state?: PaymentState }

export const paymentStates = ['created', 'pending', 'review', 'succeeded', 'failed', 'cancelled', 'refunded'] as const

const shape = { columns: ['what', 'date', 'method', 'reference', 'amount', 'state'] }

/** Takes from an address what makes sense and leaves the rest. */
export function historyFilterOf(address: Record<string, unknown>): HistoryFilter {
  const state = wordIn(paymentStates, address['state'])
  return { ...listStateOf(shape, address), ...(state && { state }) }
}

/** The filter as the contract's calls take it. */
export const historyQueryOf = ({ search, state }: HistoryFilter) => ({
  ...(search && { search }),
  ...(state && { state }),
})

export function useHistoryFilter() {
  const state = useSearch({ from: '/tenant/billing-history', select: historyFilterOf })
  const navigate = useNavigate()
  return useListState<HistoryFilter>({
    name: 'payments',
    shape,
    state,
    read: historyFilterOf,
    go: (search, replace) => void navigate({ to: paths.billingHistory, search, replace, resetScroll: false }),
  })
}

export type HistoryFiltering = ReturnType<typeof useHistoryFilter>
