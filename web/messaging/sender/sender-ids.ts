import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readDashboard } from '#contract/dashboard.ts'
import {
  deleteSenderId,
  requestSenderId,
  retrieveTenantSenderIds,
  type SenderId,
} from '#contract/messaging/sender-ids.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'

const APPROVED = 2
const UNDER_WAY: readonly number[] = [0, 1]

export type { SenderId }
export type SenderState = 'approved' | 'pending' | 'refused'

export const senderState = ({ status }: Pick<SenderId, 'status'>): SenderState => {
  if (status === APPROVED) return 'approved'
  return UNDER_WAY.includes(status) ? 'pending' : 'refused'
}

/** The sender ID in the field: the picked one unless it was refused, else the only approved one. */
export function selectedSender(senderIds: readonly SenderId[], picked: string | null): SenderId | null {
  const usable = senderIds.filter((one) => senderState(one) !== 'refused')
  const same = usable.find(({ mask }) => mask.toLowerCase() === picked?.toLowerCase())
  const approved = usable.filter((one) => senderState(one) === 'approved')
  return same ?? (approved.length === 1 ? (approved[0] ?? null) : null)
}

export const useSenderIds = () =>
  useQuery({ ...read(retrieveTenantSenderIds), select: ({ returnObject }): SenderId[] => returnObject })

/** The list is there anew before the form goes on. */
function useSendersChanged() {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(retrieveTenantSenderIds) }),
      client.invalidateQueries({ queryKey: keyOf(readDashboard) }),
    ])
}

export const useRequestSender = () =>
  useMutation({
    mutationFn: (mask: string) => call(requestSenderId, { body: { mask } }),
    onSettled: useSendersChanged(),
  })

export const useDeleteSender = () =>
  useMutation({
    mutationFn: (id: string) => call(deleteSenderId, { query: { id } }),
    onSettled: useSendersChanged(),
  })
