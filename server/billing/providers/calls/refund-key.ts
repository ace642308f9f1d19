import type { RefundOrder } from '../provider.ts'

/** By what a provider knows a repetition of the same try to give money back. */
export const refundKey = ({ reference, attempt }: RefundOrder): string =>
  attempt === undefined ? `refund-${reference}` : `refund-${reference}-${attempt}`
