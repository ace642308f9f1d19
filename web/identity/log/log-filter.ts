import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditTopic } from '#contract/identity/audit.ts'
import { dayIn, listStateOf, textIn, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the log is looked at; it stands in the address. */
export type LogFilter = ListState & {
  topic?: AuditTopic
  /** Account of who did it. */
  by?: string
  /** Person it was done to. */
  person?: string
  /** First and last calendar day. */
  from?: string
  until?: string
}

export const topics = ['access', 'people', 'checkin', 'money', 'messages'] as const satisfies readonly AuditTopic[]

const shape = { columns: ['what', 'at', 'actor', 'subject', 'where'] }

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Takes from an address what makes sense and leaves the rest. */
export function logFilterOf(address: Record<string, unknown>): LogFilter {
  const topic = wordIn(topics, address['topic'])
  const [by, person] = [textIn(address['by']), textIn(address['person'])]
  const [from, until] = [dayIn(address['from']), dayIn(address['until'])]
  return {
    ...listStateOf(shape, address),
    ...(topic && { topic }),
    ...(UUID.test(by) && { by }),
    ...(UUID.test(person) && { person }),
    ...(from && { from }),
    ...(until && { until }),
  }
}

/** The filter as the contract's calls take it. */
export const logQueryOf = ({ search, topic, by, person, from, until }: LogFilter) => ({
  ...(search && { search }),
  ...(topic && { topic }),
  ...(by && { accountId: by }),
  ...(person && { subjectId: person }),
  ...(from && { from }),
  ...(until && { until }),
})

export function useLogFilter() {
  const state = useSearch({ from: '/tenant/settings/log', select: logFilterOf })
  const navigate = useNavigate()
  return useListState<LogFilter>({
    name: 'audit',
    shape,
    state,
    read: logFilterOf,
    go: (search, replace) => void navigate({ to: paths.log, search, replace, resetScroll: false }),
  })
}

export type LogFiltering = ReturnType<typeof useLogFilter>
