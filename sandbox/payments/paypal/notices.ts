import type { ChargeEvent } from '../charge.ts'
import { capitalName } from '../names.ts'
import type { Order } from './order.ts'
import { captureObject, orderObject, refundObject } from './shapes.ts'

/** `CHECKOUT.ORDER.APPROVED`, `PAYMENT.CAPTURE.COMPLETED` and `PAYMENT.CAPTURE.REFUNDED`. */
export function paypalNotice(order: Order, event: ChargeEvent, at: Date): object | null {
  if (event === 'approved')
    return eventObject(at, {
      resource_type: 'checkout-order',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      summary: 'An order has been approved by buyer',
      resource: orderObject(order),
    })
  if (event === 'paid')
    return eventObject(at, {
      resource_type: 'capture',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      summary: 'Payment completed',
      resource: { ...captureObject(order), ...related(order) },
    })
  const refund = order.charge.refunds.at(-1)
  if (event !== 'refunded' || !refund) return null
  return eventObject(at, {
    resource_type: 'refund',
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    summary: 'A refund was issued',
    resource: refundObject(order, refund),
  })
}

const related = ({ charge }: Order) => ({ supplementary_data: { related_ids: { order_id: charge.id } } })

const eventObject = (at: Date, about: object): object => ({
  id: `WH-${capitalName()}-${capitalName()}`,
  event_version: '1.0',
  create_time: at.toISOString(),
  resource_version: '2.0',
  ...about,
  links: [],
})
