import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Desk, takeForms, through } from '../till/pages.ts'
import { speak } from '../till/refused.ts'
import { begin } from './begin.ts'
import { disputeRoutes } from './disputes.ts'
import { paypalWords, paypalRefusal, unfit } from './errors.ts'
import { everyPaid, findCaptured, findOrder, findRefund } from './find-order.ts'
import {
  type Orders,
  type Order,
  captureObject,
  capturedOrder,
  orderObject,
  refundObject,
  shortOrder,
  shortRefund,
} from './shapes.ts'
import { giveBack } from './refunds.ts'
import { createTokens } from './tokens.ts'
import type { PaymentSecrets } from '../../platform/provider.ts'
import { ALGORITHM, CERTIFICATE, paypalSignature } from './signature.ts'

const body = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** `POST /v1/notifications/verify-webhook-signature`: SUCCESS for what the sandbox sent to this webhook, unchanged. */
function verifyNotice(secrets: PaymentSecrets, given: unknown): object {
  const read = body.safeParse(given ?? {})
  if (!read.success) throw unfit(`/${read.error.issues[0]?.path.join('/') ?? ''}`, 'MISSING_REQUIRED_PARAMETER')
  const asked = read.data
  const signature = paypalSignature(secrets.PAYPAL_CLIENT_SECRET, {
    transmissionId: asked.transmission_id,
    time: asked.transmission_time,
    webhookId: secrets.PAYPAL_WEBHOOK_ID,
    body: JSON.stringify(asked.webhook_event),
  })
  const genuine =
    asked.webhook_id === secrets.PAYPAL_WEBHOOK_ID &&
    asked.auth_algo === ALGORITHM &&
    asked.cert_url === CERTIFICATE &&
    asked.transmission_sig === signature
  return { verification_status: genuine ? 'SUCCESS' : 'FAILURE' }
}

const KEPT = 10_000

type Answer = { status: number; body: object }

/** Answers a repeated `PayPal-Request-Id` of the same call as before. Refusals are not kept. */
function createRequestIds() {
  const answers = new Map<string, Answer>()
  return ({ headers, url }: FastifyRequest, work: () => Answer): Answer => {
    const id = headers['paypal-request-id']
    if (typeof id !== 'string') return work()
    const key = `${url} ${id}`
    const known = answers.get(key)
    // PayPal answers a repetition with 200 where it answered 201.
    if (known) return { ...known, status: 200 }
    const answer = structuredClone(work())
    answers.set(key, answer)
    const [oldest] = answers.keys()
    if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}

/** `POST /v2/checkout/orders/{id}/capture`: takes the money of an order that the payer has approved, once. */
function capture(desk: Desk, orders: Orders, order: Order): void {
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
  disputeRoutes(api, desk, orders)
}
