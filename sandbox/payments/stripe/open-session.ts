import { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import { pause } from '../../platform/pause.ts'
import { isWebAddress, mixedName, nextNumber } from '../till/names.ts'
import { baseOf, type Desk, formOf } from '../till/pages.ts'
import type { Sum } from '../till/sum.ts'
import { invalid, missing, noSuch } from './errors.ts'
import { readForm } from './form.ts'
import { stripeSum } from './money.ts'
import type { Books, Session } from './session.ts'
import type { Talk } from '../till/charge.ts'
import { newCustomer } from './customers.ts'
import { noticeOf } from './events.ts'

/** How Stripe speaks of a session, which is known only once its charge is. */
const stripeTalk = (sessionOf: () => Session): Talk => ({
  notice: (event, at) => noticeOf(sessionOf(), event, at),
  wayBack(outcome) {
    const session = sessionOf()
    return outcome === 'paid'
      ? session.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.charge.id)
      : session.cancelUrl
  },
})

const HALF_AN_HOUR = 30 * 60
const DAY = 24 * 60 * 60
/** Of a timer, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1

const metadata = z.record(z.string(), z.string()).default({})
const priced = z.object({
  quantity: z
    .string()
    .regex(/^\d{1,6}$/)
    .default('1'),
  price_data: z.object({
    currency: z.string(),
    unit_amount: z.string().optional(),
    product_data: z.object({ name: z.string(), description: z.string().optional() }).optional(),
  }),
})

const form = z.object({
  mode: z.enum(['payment', 'setup', 'subscription']),
  success_url: z.string(),
  cancel_url: z.string().optional(),
  line_items: z.array(priced).min(1),
  client_reference_id: z.string().max(200).optional(),
  customer: z.string().optional(),
  customer_email: z.string().optional(),
  expires_at: z.string().optional(),
  metadata,
  customer_creation: z.enum(['always', 'if_required']).optional(),
  payment_intent_data: z
    .object({
      metadata,
      description: z.string().optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    })
    .default({ metadata: {} }),
})
type Asked = z.output<typeof form>

/** `POST /v1/checkout/sessions` */
export function openSession(desk: Desk, books: Books, request: FastifyRequest): Session {
  const asked = read(request)
  const expiresAt = expiryOf(asked)
  const customer = customerOf(asked, books)
  const id = mixedName('cs_test_', 58)
  const session: Omit<Session, 'charge'> = {
    intentId: mixedName('pi_'),
    chargeId: mixedName('ch_'),
    customerId: customer?.id ?? null,
    keepsCard: asked.payment_intent_data.setup_future_usage === 'off_session',
    isPage: true,
    customerEmail: asked.customer_email ?? null,
    clientReferenceId: asked.client_reference_id ?? null,
    metadata: asked.metadata,
    intentMetadata: asked.payment_intent_data.metadata,
    successUrl: asked.success_url,
    cancelUrl: asked.cancel_url ?? null,
    expiresAt,
  }
  const charge = desk.charges.add({
    provider: 'stripe',
    id,
    number: nextNumber(),
    reference: asked.client_reference_id ?? id,
    asked: totalOf(asked),
    email: asked.customer_email ?? customer?.email ?? '',
    owner: customer?.id ?? asked.customer_email ?? '',
    description: asked.line_items.map(({ price_data }) => price_data.product_data?.name ?? '').join(', '),
    pageUrl: `${baseOf(request)}/pay/stripe/${id}`,
    expiresAt,
    needsCapture: false,
    talk: stripeTalk(() => whole),
  })
  const whole: Session = { ...session, charge }
  books.sessions.set(charge, whole)
  void pause(Math.min(expiresAt.getTime() - Date.now(), LONGEST_WAIT), desk.closing).then(() =>
    desk.till.endOverdue(charge),
  )
  return whole
}

function read(request: FastifyRequest): Asked {
  const given = form.safeParse(readForm(formOf(request)))
  if (!given.success) {
    const [issue] = given.error.issues
    const [first = 'mode', ...rest] = issue?.path.map(String) ?? []
    const param = first + rest.map((name) => `[${name}]`).join('')
    throw issue?.code === 'invalid_type' ? missing(param) : invalid(param, `Invalid ${param}: ${issue?.message ?? ''}`)
  }
  const { mode, success_url, cancel_url, customer, customer_email } = given.data
  if (mode !== 'payment') throw invalid('mode', 'The sandbox knows mode payment only.')
  if (!isWebAddress(success_url)) throw invalid('success_url', 'Not a valid URL')
  if (cancel_url !== undefined && !isWebAddress(cancel_url)) throw invalid('cancel_url', 'Not a valid URL')
  if (customer !== undefined && customer_email !== undefined)
    throw invalid('customer_email', 'You may only specify one of these parameters: customer, customer_email.')
  if (customer_email !== undefined && !z.email().safeParse(customer_email).success)
    throw invalid('customer_email', `Invalid email address: ${customer_email}`)
  return given.data
}

function totalOf({ line_items }: Asked): Sum {
  const sums = line_items.map(({ price_data, quantity }, index) => {
    const place = `line_items[${index}][price_data]`
    if (price_data.unit_amount === undefined) throw missing(`${place}[unit_amount]`)
    if (!price_data.product_data) throw missing(`${place}[product_data]`)
    const sum = stripeSum(price_data.currency, price_data.unit_amount, place)
    return { ...sum, units: sum.units * BigInt(quantity) }
  })
  const [first] = sums
  if (!first) throw missing('line_items')
  if (sums.some(({ currency }) => currency !== first.currency))
    throw invalid('line_items', 'All line items must have the same currency.')
  return { ...first, units: sums.reduce((total, { units }) => total + units, 0n) }
}

/**
 * At least half an hour from now. Stripe's other rule, at most a day, is left out: tests move the clock of their server,
 * and only the real one is known here.
 */
function expiryOf({ expires_at }: Asked): Date {
  const now = Math.floor(Date.now() / 1_000)
  if (expires_at === undefined) return new Date((now + DAY) * 1_000)
  if (!/^\d{1,12}$/.test(expires_at)) throw invalid('expires_at', `Invalid integer: ${expires_at}`)
  if (Number(expires_at) < now + HALF_AN_HOUR)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  return new Date(Number(expires_at) * 1_000)
}

function customerOf({ customer, customer_email, customer_creation }: Asked, books: Books) {
  if (customer === undefined)
    return customer_creation === 'always' ? newCustomer(books, { email: customer_email ?? null }) : null
  const known = books.customers.get(customer)
  if (!known) throw noSuch(400, 'customer', { id: customer, param: 'customer' })
  return known
}
