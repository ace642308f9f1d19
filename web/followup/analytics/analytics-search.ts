import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Period } from '#contract/followup/analytics.ts'
import { paths } from '../../routing/paths.ts'

/** What is compared with what: the same weekdays of last year unless said otherwise. */
export const comparisons = ['last_year', 'easter', 'none'] as const
type Comparison = (typeof comparisons)[number]

/** As it stands in the address; what is usual is left out. */
export type AnalyticsSearch = { days?: Period; owner?: string; compare?: Comparison; closed?: 'yes' }

/** Said again, and held to the contract by type: its shapes would be loaded with every screen. */
const PERIODS = { '30': true, '90': true, '120': true, '365': true } as const satisfies Record<Period, true>
const isPeriod = (days: string): days is Period => Object.hasOwn(PERIODS, days)

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function analyticsSearch(address: Record<string, unknown>): AnalyticsSearch {
  const days = String(address['days'])
  const owner = typeof address['owner'] === 'string' ? address['owner'] : ''
  const compare = comparisons.find((each) => each === address['compare'])
  return {
    ...(isPeriod(days) && { days }),
    ...((owner === 'none' || ID.test(owner)) && { owner }),
    ...(compare && { compare }),
    ...(address['closed'] === 'yes' && { closed: 'yes' as const }),
  }
}

export function useAnalyticsSearch() {
  const search = useSearch({ from: paths.firstTimerAnalytics })
  const navigate = useNavigate({ from: paths.firstTimerAnalytics })
  const change = (part: { [K in keyof AnalyticsSearch]: AnalyticsSearch[K] | undefined }) =>
    void navigate({ search: (before) => analyticsSearch({ ...before, ...part }), replace: true, resetScroll: false })
  return { search, change }
}
