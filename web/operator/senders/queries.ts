import { useMutation } from '@tanstack/react-query'
import { decideSender, listSenderRequests, type SenderRequest } from '#contract/operator/requests.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf } from '../../api/queries.ts'
import { useRefresh } from '../form/password-again.tsx'
import { sendersQueryOf, type SendersFilter } from './senders-filter.ts'

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
