import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mixedName, nextNumber } from '../till/names.ts'
import { type Desk, formOf } from '../till/pages.ts'
import { Refused } from '../till/refused.ts'
import { invalid, missing, noSuch, stripeRefusal } from './errors.ts'
import { noticeOf } from './events.ts'
import { everyCharge, expandOf } from './find-session.ts'
import { readForm } from './form.ts'
import { declinedBy, intentObject, methodObject } from './intent-object.ts'
import { stripeSum } from './money.ts'
import type { Books, Session } from './session.ts'

const form = z.object({
  amount: z.string(),
  currency: z.string(),
  customer: z.string(),
  payment_method: z.string(),
  confirm: z.literal('true'),
  off_session: z.literal('true'),
  description: z.string().default(''),
  metadata: z.record(z.string(), z.string()).default({}),
  expand: z.array(z.string()).default([]),
})
type Asked = z.output<typeof form>

/** `POST /v1/payment_intents`: the sandbox knows it for cards that are kept, charged without their payer. */
export function chargeCard(desk: Desk, books: Books, request: FastifyRequest): object {
  const given = form.safeParse(readForm(formOf(request)))
  if (!given.success) throw missing(String(given.error.issues[0]?.path[0] ?? 'amount'))
  const asked = given.data
  if (!books.customers.has(asked.customer)) throw noSuch(400, 'customer', { id: asked.customer, param: 'customer' })
  const card = desk.cards.find('stripe', asked.payment_method)
  if (!card) throw noSuch(400, 'PaymentMethod', { id: asked.payment_method, param: 'payment_method' })
  if (card.owner !== asked.customer)
    throw invalid('payment_method', 'The customer does not have a payment method with this ID.')
  const session = begun(desk, books, asked)
  desk.till.chargeCard(session.charge, card)
  if (session.charge.state !== 'paid')
    throw new Refused(402, { error: { ...declinedBy(session), payment_intent: intentObject(session) } })
  return intentObject(session, asked.expand)
}

function begun(desk: Desk, books: Books, { amount, currency, customer, description, metadata }: Asked): Session {
  const id = mixedName('pi_')
  const charge = desk.charges.add({
    provider: 'stripe',
    id,
    number: nextNumber(),
    reference: metadata['reference'] ?? id,
    asked: stripeSum(currency, amount, 'amount'),
    email: books.customers.get(customer)?.email ?? '',
    owner: customer,
    description,
    pageUrl: '',
    expiresAt: null,
    needsCapture: false,
    talk: { notice: (event, at) => noticeOf(session, event, at), wayBack: () => null },
  })
  const session: Session = {
    charge,
    intentId: id,
    chargeId: mixedName('ch_'),
    customerId: customer,
    customerEmail: null,
    clientReferenceId: null,
    metadata,
    intentMetadata: metadata,
    keepsCard: false,
    isPage: false,
    successUrl: '',
    cancelUrl: null,
    expiresAt: charge.createdAt,
  }
  books.sessions.set(charge, session)
  return session
}

/** `GET /v1/payment_intents?customer=…`: those that somebody tried to pay, the newest first. */
export function listIntents(desk: Desk, books: Books, url: string): object {
  const { customer } = readForm(url.split('?')[1] ?? '')
  const expand = expandOf(url).map((name) => name.replace(/^data\./, ''))
  const data = [...everyCharge(desk, books)]
    .filter(({ customerId, charge }) => charge.tries.length > 0 && (customer === undefined || customerId === customer))
    .map((session) => intentObject(session, expand))
  return { object: 'list', data, has_more: false, url: '/v1/payment_intents' }
}

/** `POST /v1/payment_intents/{id}/cancel` */
export function cancelIntent(desk: Desk, session: Session): object {
  if (session.charge.state === 'paid' || session.charge.state === 'expired')
    throw stripeRefusal(400, {
      code: 'payment_intent_unexpected_state',
      message: 'You cannot cancel this PaymentIntent because of its status.',
    })
  desk.till.expire(session.charge)
  return intentObject(session)
}

/** `POST /v1/payment_methods/{id}/detach` */
export function detachCard(desk: Desk, id: string): object {
  const card = desk.cards.find('stripe', id)
  if (!card) throw noSuch(400, 'PaymentMethod', { id, param: 'payment_method' })
  card.isRemoved = true
  return methodObject(card, null)
}
