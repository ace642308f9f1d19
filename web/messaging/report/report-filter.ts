import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RecipientState } from '#contract/messaging/sent-sms.ts'
import { paths } from '../../lib/paths.ts'
import { states } from '../sent/delivery.ts'
import { searchOf } from '../sent/sent-filter.ts'

/** Which recipients are looked at; it stands in the address. */
export type ReportFilter = { search?: string; state?: RecipientState }

const isState = (value: unknown): value is RecipientState => states.some((state) => state === value)

/** Takes from an address what makes sense and leaves the rest. */
export function reportFilterOf(address: Record<string, unknown>): ReportFilter {
  const search = searchOf(address['search'])
  const { state } = address
  return { ...(search && { search }), ...(isState(state) && { state }) }
}

export function useReportFilter(id: string) {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const filter = useSearch({ from: '/tenant/sms/sent/$id', select: reportFilterOf })
  const navigate = useNavigate()
  const { search = '', state } = filter
  const go = (next: ReportFilter) =>
    void navigate({ to: paths.sentSmsReport, params: { id }, search: next, replace: true, resetScroll: false })
  return {
    filter,
    isOn: Object.keys(filter).length > 0,
    searchFor: (wanted: string) => go({ ...(wanted && { search: wanted }), ...(state && { state }) }),
    pickState: (wanted: RecipientState | undefined) =>
      go({ ...(search && { search }), ...(wanted && { state: wanted }) }),
    clear: () => go({}),
  }
}

export type ReportFiltering = ReturnType<typeof useReportFilter>
