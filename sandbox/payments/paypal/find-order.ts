import type { Refund } from '../till/charge.ts'
import type { Desk } from '../till/pages.ts'
import { noResource } from './errors.ts'
import type { Order, Orders } from './shapes.ts'

/** The order of this name. Throws PayPal's RESOURCE_NOT_FOUND. */
export function findOrder({ charges }: Desk, orders: Orders, id: string): Order {
  const charge = charges.byId('paypal', id)
  const order = charge && orders.get(charge)
  if (!order) throw noResource()
  return order
}

/** The order whose capture has this name: there is none before the money is taken. */
export function findCaptured(desk: Desk, orders: Orders, captureId: string): Order {
  for (const order of everyPaid(desk, orders)) if (order.captureId === captureId) return order
  throw noResource()
}

export function findRefund(desk: Desk, orders: Orders, refundId: string): { order: Order; refund: Refund } {
  for (const order of everyPaid(desk, orders)) {
    const refund = order.charge.refunds.find(({ id }) => id === refundId)
    if (refund) return { order, refund }
  }
  throw noResource()
}

/** Paid orders, the newest first. */
export function* everyPaid({ charges }: Desk, orders: Orders): Generator<Order, void, void> {
  for (const charge of charges.kept.newestFirst()) {
    const order = charge.state === 'paid' ? orders.get(charge) : undefined
    if (order) yield order
  }
}
