import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Dispute } from '../till/charge.ts'
import { type Desk, through } from '../till/pages.ts'
import { noResource, paypalWords } from './errors.ts'
import { everyPaid } from './find-order.ts'
import { disputeInfo, disputeObject, type Order, type Orders } from './shapes.ts'

const asked = z.object({
  disputed_transaction_id: z.string().optional(),
  update_time_after: z.iso.datetime().optional(),
})

/** The newest first. */
function* everyDispute(desk: Desk, orders: Orders): Generator<[Order, Dispute], void, void> {
  for (const order of everyPaid(desk, orders))
    for (const dispute of order.charge.disputes.toReversed()) yield [order, dispute]
}

/** `GET /v1/customer/disputes` and one of them by its id. */
export function disputeRoutes(api: FastifyInstance, desk: Desk, orders: Orders): void {
  const at = through(desk, paypalWords)
  api.get(
    '/v1/customer/disputes',
    at('paypal verify', (request) => {
      const { disputed_transaction_id: captureId, update_time_after: after } = asked.parse(request.query)
      const items = [...everyDispute(desk, orders)]
        .filter(([order]) => captureId === undefined || order.captureId === captureId)
        .filter(([, dispute]) => after === undefined || dispute.at > new Date(after))
        .map(([order, dispute]) => disputeInfo(order, dispute))
      return { items, links: [] }
    }),
  )
  api.get<{ Params: { id: string } }>('/v1/customer/disputes/:id', ({ params: { id } }) => {
    for (const [order, dispute] of everyDispute(desk, orders))
      if (dispute.id === id) return disputeObject(order, dispute)
    throw noResource()
  })
}
