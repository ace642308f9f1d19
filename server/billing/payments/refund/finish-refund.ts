import type { Tx } from '#server/platform/database/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { announceRefund } from '../../notices/announce-refund.ts'
import type { PaymentRecord } from '../payment-store.ts'
import { markRefundDone } from './refund-store.ts'

type Finished = { providerId: string | null; at: Date; enqueue: Enqueue }

/** The money of a refund is back, or the provider sees to it; the church is told. False when that was known. */
export async function finishRefund(
  tx: Tx,
  { tenantId, id }: Pick<PaymentRecord, 'tenantId' | 'id'>,
  { providerId, at, enqueue }: Finished,
): Promise<boolean> {
  const isNew = await markRefundDone(tx, { tenantId, id }, { providerId, at })
  if (isNew) await announceRefund(tx, enqueue, { tenantId, paymentId: id })
  return isNew
}
