import { useQuery } from '@tanstack/react-query'
import { readDashboard } from '#contract/dashboard/dashboard.ts'
import type { Result } from '#contract/endpoint.ts'
import {
  deleteSenderId,
  listSenderIds,
  requestSenderId,
  type NetworkDecision,
  type SenderDocument,
} from '#contract/messaging/sender-ids.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { read } from '../../api/queries.ts'

const APPROVED = 2
const UNDER_WAY: readonly number[] = [0, 1]

export type SenderId = Result<typeof listSenderIds>['items'][number]
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

/** Another approved sender ID that every one of these networks approved, or null. */
export function seenEverywhere(
  senderIds: readonly SenderId[],
  mask: string,
  networkIds: readonly string[],
): SenderId | null {
  const approves = ({ networks }: SenderId) =>
    networkIds.every((id) => networks.some(({ networkId, state }) => networkId === id && state === 'approved'))
  const others = senderIds.filter((one) => one.mask !== mask && senderState(one) === 'approved')
  return others.find(approves) ?? null
}

/** What the networks still want from the church, each document once. */
export const documentsAsked = (networks: readonly NetworkDecision[]): SenderDocument[] => [
  ...new Set(networks.flatMap(({ documents }) => documents)),
]

export const useSenderIds = () => useQuery({ ...read(listSenderIds), select: ({ items }): SenderId[] => items })

/** The list is there anew before the form goes on. */
const refreshes = [listSenderIds, readDashboard]

export const useRequestSender = () =>
  useCall((mask: string) => call(requestSenderId, { body: { mask } }), { refreshes })

export const useDeleteSender = () => useCall((id: string) => call(deleteSenderId, { query: { id } }), { refreshes })
