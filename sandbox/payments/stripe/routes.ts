import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { z } from 'zod'
import { isPayable } from '../till/charge.ts'
import { type Desk, takeForms, through, formOf } from '../till/pages.ts'
import { speak } from '../till/refused.ts'
import { cancelIntent, chargeCard, detachCard, listIntents } from './charge-card.ts'
import { listDisputes } from './disputes.ts'
import { listEvents } from './events.ts'
import { addCustomer, openPortal, showCustomer } from './customers.ts'
import { noSuch, stripeRefusal, stripeWords } from './errors.ts'
import { everySession, expandOf, findSession, sessionPaidBy } from './find-session.ts'
import { readForm } from './form.ts'
import { chargeObject, intentObject } from './intent-object.ts'
import { openSession } from './open-session.ts'
import { giveBack } from './refunds.ts'
import { sessionObject } from './session-object.ts'
import type { Books } from './session.ts'

const KEYS_KEPT = 10_000

/** Answers a repeated `Idempotency-Key` as before; the same key for another call is refused. Refusals are not kept. */
function createIdempotency() {
  const answers = new Map<string, { call: string; answer: object }>()
  return (request: FastifyRequest, reply: FastifyReply, work: () => object): object => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const call = `${request.method} ${request.url}\n${formOf(request)}`
    const known = answers.get(key)
    if (known && known.call !== call)
      throw stripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (known) void reply.header('idempotent-replayed', 'true')
    // The answer is kept as it was: what it tells of moves on.
    const answer = known?.answer ?? structuredClone(work())
    answers.set(key, { call, answer })
    const [oldest] = answers.keys()
    if (answers.size > KEYS_KEPT && oldest !== undefined) answers.delete(oldest)
    return answer
  }
}

type One = { Params: { id: string } }
const idOf = (request: FastifyRequest): string => z.object({ id: z.string() }).parse(request.params).id

/** Stripe's calls, below `/v1`. */
export function stripeRoutes(api: FastifyInstance, desk: Desk, books: Books): void {
  takeForms(api)
  speak(api, stripeWords)
  api.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${desk.secrets.STRIPE_SECRET_KEY}`) throw stripeWords.unauthorized()
  })
  const once = createIdempotency()
  const at = through(desk, stripeWords)

  api.post(
    '/checkout/sessions',
    at('stripe begin', (request, reply) =>
      once(request, reply, () => sessionObject(openSession(desk, books, request))),
    ),
  )
  api.get(
    '/checkout/sessions/:id',
    at('stripe verify', (request) => sessionObject(findSession(desk, books, idOf(request)), expandOf(request.url))),
  )
  api.get(
    '/checkout/sessions',
    at('stripe verify', (request) => listSessions(desk, books, request.url)),
  )
  api.post<One>('/checkout/sessions/:id/expire', (request) => endSession(desk, books, request.params.id))
  api.post(
    '/refunds',
    at('stripe refund', (request, reply) => once(request, reply, () => giveBack(desk, books, request))),
  )
  api.get(
    '/payment_intents/:id',
    at('stripe verify', (request) =>
      intentObject(paidBy(desk, books, request, 'payment_intent'), expandOf(request.url)),
    ),
  )
  api.post(
    '/payment_intents',
    at('stripe charge', (request, reply) => once(request, reply, () => chargeCard(desk, books, request))),
  )
  api.get(
    '/payment_intents',
    at('stripe verify', (request) => listIntents(desk, books, request.url)),
  )
  api.post('/payment_intents/:id/cancel', (request) =>
    cancelIntent(desk, paidBy(desk, books, request, 'payment_intent')),
  )
  api.post<One>('/payment_methods/:id/detach', (request) => detachCard(desk, request.params.id))
  api.get(
    '/disputes',
    at('stripe verify', (request) => listDisputes(desk, books, request.url)),
  )
  api.get(
    '/events',
    at('stripe verify', (request) => listEvents(desk, books, request.url)),
  )
  api.get(
    '/charges/:id',
    at('stripe verify', (request) => chargeObject(paidBy(desk, books, request, 'charge'))),
  )
  api.post('/customers', (request, reply) => once(request, reply, () => addCustomer(books, request)))
  api.get<One>('/customers/:id', (request) => showCustomer(books, request.params.id))
  api.post('/billing_portal/sessions', (request, reply) => once(request, reply, () => openPortal(books, request)))
}

function paidBy(desk: Desk, books: Books, request: FastifyRequest, kind: 'payment_intent' | 'charge') {
  const session = sessionPaidBy(desk, books, idOf(request))
  if (!session || (kind === 'charge' && session.charge.state !== 'paid')) throw noSuch(404, kind, { id: idOf(request) })
  return session
}

function endSession(desk: Desk, books: Books, id: string): object {
  const session = findSession(desk, books, id)
  if (!isPayable(session.charge))
    throw stripeRefusal(400, {
      message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.charge.state === 'paid' ? 'complete' : 'expired'}.`,
    })
  desk.till.expire(session.charge)
  return sessionObject(session)
}

const filters = z.object({
  payment_intent: z.string().optional(),
  customer: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).catch(10),
})

function listSessions(desk: Desk, books: Books, url: string): object {
  const { payment_intent, customer, limit } = filters.parse(readForm(url.split('?')[1] ?? ''))
  const data: object[] = []
  let more = false
  for (const session of everySession(desk, books)) {
    if (payment_intent !== undefined && !(session.charge.tries.length > 0 && session.intentId === payment_intent))
      continue
    if (customer !== undefined && session.customerId !== customer) continue
    more = data.length === limit
    if (more) break
    data.push(sessionObject(session))
  }
  return { object: 'list', data, has_more: more, url: '/v1/checkout/sessions' }
}
