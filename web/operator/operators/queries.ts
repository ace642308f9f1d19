import { useMutation, useQuery } from '@tanstack/react-query'
import {
  inviteOperator,
  listOperators,
  removeOperator,
  resendOperatorInvite,
  resetOperatorFactor,
} from '#contract/operator/session.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently } from '../parts/password-again.tsx'
import { useRefresh } from '../parts/use-refresh.ts'

export const useOperators = () => useQuery(read(listOperators))

function useOperatorCall<Wanted, Answered>(work: (wanted: Wanted) => Promise<Answered>) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (wanted: Wanted) => recently(() => work(wanted)),
    onSuccess: () => refresh(listOperators),
  })
}

/** Asks for another operator. */
export const useInviteOperator = () =>
  useOperatorCall((body: { name: string; email: string; reason: string }) => call(inviteOperator, { body }))

/** Mails somebody who was invited a new link. */
export const useResendInvite = () => useOperatorCall((id: string) => call(resendOperatorInvite, { params: { id } }))

type About = { id: string; reason: string }

/** Asks for the removal of an operator, or withdraws an invitation at once. */
export const useRemoveOperator = () =>
  useOperatorCall(({ id, reason }: About) => call(removeOperator, { params: { id }, body: { reason } }))

/** Asks for a new second factor of an operator. */
export const useResetFactor = () =>
  useOperatorCall(({ id, reason }: About) => call(resetOperatorFactor, { params: { id }, body: { reason } }))
