import type { Desk } from '../desk.ts'
import { paypalRefusal } from './errors.ts'
import { everyPaid } from './find-order.ts'
import type { Order, Orders } from './order.ts'

/** `POST /v2/checkout/orders/{id}/capture`: takes the money of an order that the payer has approved, once. */
export function capture(desk: Desk, orders: Orders, order: Order): void {
  const { charge } = order
  if (charge.state === 'paid') throw paypalRefusal(422, { issue: 'ORDER_ALREADY_CAPTURED' })
  if (charge.state !== 'approved') throw paypalRefusal(422, { issue: 'ORDER_NOT_APPROVED' })
  if (order.invoiceId !== null && isInvoicePaid(desk, orders, order))
    throw paypalRefusal(422, { issue: 'DUPLICATE_INVOICE_ID' })
  if (!desk.till.take(charge)) throw paypalRefusal(422, { issue: 'INSTRUMENT_DECLINED' })
}

function isInvoicePaid(desk: Desk, orders: Orders, { invoiceId }: Order): boolean {
  for (const paid of everyPaid(desk, orders)) if (paid.invoiceId === invoiceId) return true
  return false
}
