import type { Payment } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { selectBankAccount } from '../../prices/price-store.ts'
import { readPayment } from '../listing/read-payment.ts'
import { placeOrder, type Order } from '../quote/place-order.ts'

export type TransferOrder = Order

/** Begins a payment by bank transfer: a reference to write on it. Throws what `placeOrder` throws, and `no_bank_account`. */
export async function startTransfer(tx: Tx, tenantId: TenantId, order: TransferOrder): Promise<Payment> {
  const id = await placeOrder(tx, tenantId, {
    ...order,
    method: 'bank_transfer',
    check: async ({ currency }) => {
      if (!(await selectBankAccount(tx, currency))) throw new ApiError('no_bank_account')
    },
  })
  return readPayment(tx, tenantId, id)
}
