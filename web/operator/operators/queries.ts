import { useMutation, useQuery } from '@tanstack/react-query'
import { inviteOperator, listOperators, removeOperator } from '#contract/operator/session.ts'
import { call } from '../../lib/api.ts'
import { read } from '../../lib/queries.ts'
import { useRefresh } from '../parts/use-refresh.ts'

export const useOperators = () => useQuery(read(listOperators))

/** Invites by mail; again, it sends a new link. */
export function useInviteOperator() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (who: { name: string; email: string }) => call(inviteOperator, { body: who }),
    onSuccess: () => refresh(listOperators),
  })
}

export function useRemoveOperator() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call(removeOperator, { params: { id } }),
    onSuccess: () => refresh(listOperators),
  })
}
