import type { CallArgs } from '#contract/endpoint.ts'
import { decideSender, listSenderRequests, type SenderRequest } from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useConsoleCall } from '../form/password-again.tsx'
import { askedOf, listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const senderFilters = ['waiting', 'approved', 'refused'] as const

export const { of: sendersFilterOf, useFilter: useSendersFilter } = listFilter({
  name: 'desk-senders',
  path: paths.consoleSenders,
  parts: { state: oneOf(senderFilters) },
})
type SendersFilter = ReturnType<typeof sendersFilterOf>
export type SendersFiltering = ReturnType<typeof useSendersFilter>

/** The sender IDs that churches asked for, page by page; those that wait come first. */
export function useSenders(filter: SendersFilter) {
  const query = askedOf(filter)
  return usePagedList<SenderRequest>([...keyOf(listSenderRequests), query], (page, signal) =>
    call(listSenderRequests, { query: { ...query, ...page } }, { signal }),
  )
}

export type Decision = CallArgs<typeof decideSender>['body']

export const useDecideSender = ({ churchId, id }: SenderRequest) =>
  useConsoleCall(
    (decision: Decision) => call(decideSender, { params: { churchId, id }, body: decision }),
    listSenderRequests,
  )
