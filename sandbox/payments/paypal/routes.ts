import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Desk, takeForms, through } from '../desk.ts'
import { speak } from '../refused.ts'
import { begin } from './begin.ts'
import { capture } from './capture.ts'
import { paypalWords } from './errors.ts'
import { findCaptured, findOrder, findRefund } from './find-order.ts'
import type { Orders } from './order.ts'
import { giveBack } from './refunds.ts'
import { createRequestIds } from './request-ids.ts'
import { captureObject, capturedOrder, orderObject, refundObject, shortOrder, shortRefund } from './shapes.ts'
import { createTokens } from './tokens.ts'
import { verifyNotice } from './verify-notice.ts'

type One = { Params: { id: string } }
const TOKEN = '/v1/oauth2/token'
const idOf = (request: FastifyRequest): string => z.object({ id: z.string() }).parse(request.params).id
const wantsAll = ({ headers }: FastifyRequest): boolean => headers.prefer === 'return=representation'

/** PayPal's calls, below `/paypal`. */
export function paypalRoutes(api: FastifyInstance, desk: Desk): void {
  takeForms(api)
  speak(api, paypalWords)
  const tokens = createTokens(desk.secrets)
  api.addHook('onRequest', async (request) => {
    if (!request.routeOptions.url?.endsWith(TOKEN) && !tokens.isGiven(request)) throw paypalWords.unauthorized()
  })
  api.post(TOKEN, (request) => tokens.give(request))
  api.post('/v1/notifications/verify-webhook-signature', (request) => verifyNotice(desk.secrets, request.body))
  orderRoutes(api, desk)
}

function orderRoutes(api: FastifyInstance, desk: Desk): void {
  const orders: Orders = new WeakMap()
  const at = through(desk, paypalWords)
  const once = createRequestIds()
  /** Something new, and the same again for the same `PayPal-Request-Id`. */
  const made = (work: (request: FastifyRequest) => object) => (request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = once(request, () => ({ status: 201, body: work(request) }))
    void reply.code(status)
    return body
  }

  const create = made((request) => {
    const order = begin(desk, orders, request)
    return wantsAll(request) ? orderObject(order) : shortOrder(order)
  })
  const take = made((request) => {
    const order = findOrder(desk, orders, idOf(request))
    capture(desk, orders, order)
    return wantsAll(request) ? orderObject(order) : capturedOrder(order)
  })
  const refund = made((request) => {
    const order = findCaptured(desk, orders, idOf(request))
    const given = giveBack(desk, order, request.body)
    return wantsAll(request) ? refundObject(order, given) : shortRefund(order, given)
  })
  api.post('/v2/checkout/orders', at('paypal begin', create))
  api.get(
    '/v2/checkout/orders/:id',
    at('paypal verify', (request) => orderObject(findOrder(desk, orders, idOf(request)))),
  )
  api.post('/v2/checkout/orders/:id/capture', at('paypal capture', take))
  api.get<One>('/v2/payments/captures/:id', ({ params }) => captureObject(findCaptured(desk, orders, params.id)))
  api.post('/v2/payments/captures/:id/refund', at('paypal refund', refund))
  api.get<One>('/v2/payments/refunds/:id', ({ params }) => {
    const found = findRefund(desk, orders, params.id)
    return refundObject(found.order, found.refund)
  })
}
