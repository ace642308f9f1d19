import { useQuery } from '@tanstack/react-query'
import { retrieveTenantSenderIds } from '#contract/messaging/sms.ts'
import { read } from '../../lib/queries.ts'

const APPROVED = 2
const UNDER_WAY: readonly number[] = [0, 1]

export type SenderId = { id: string; mask: string; status: number }
export type SenderState = 'approved' | 'pending' | 'refused'

export const senderState = ({ status }: SenderId): SenderState => {
  if (status === APPROVED) return 'approved'
  return UNDER_WAY.includes(status) ? 'pending' : 'refused'
}

/** The sender that will be used: the picked one if it is approved, else the only approved one. */
export function chosenSender(senderIds: readonly SenderId[], picked: string | null): string | null {
  const approved = senderIds.filter((one) => senderState(one) === 'approved').map(({ mask }) => mask)
  const same = approved.find((mask) => mask.toLowerCase() === picked?.toLowerCase())
  return same ?? (approved.length === 1 ? (approved[0] ?? null) : null)
}

export const useSenderIds = () =>
  useQuery({ ...read(retrieveTenantSenderIds), select: ({ returnObject }): SenderId[] => returnObject })
