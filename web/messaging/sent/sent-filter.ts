import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../lib/paths.ts'

/** What of the list is looked at; it stands in the address. */
export type SentFilter = { search?: string }

const LONGEST_SEARCH = 100

/** Text of an address; one of digits only is read as a number there. */
export const searchOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, LONGEST_SEARCH) : ''

/** Takes from an address what makes sense and leaves the rest. */
export function sentFilterOf(address: Record<string, unknown>): SentFilter {
  const search = searchOf(address['search'])
  return search ? { search } : {}
}

export function useSentFilter() {
  // The router keeps what its validation left out beside what it answered, so the address is read once more.
  const { search = '' } = useSearch({ from: '/tenant/sms/sent', select: sentFilterOf })
  const navigate = useNavigate()
  const searchFor = (wanted: string) =>
    void navigate({ to: paths.sentSms, search: wanted ? { search: wanted } : {}, replace: true, resetScroll: false })
  return { search, searchFor }
}
