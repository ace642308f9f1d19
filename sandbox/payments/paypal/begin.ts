import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWebAddress, withQuery, capitalName, nextNumber } from '../till/names.ts'
import type { Charge, ChargeEvent } from '../till/charge.ts'
import { baseOf, type Desk } from '../till/pages.ts'
import { paypalRefusal, unfit } from './errors.ts'
import { money, paypalSum } from './money.ts'
import { type Order, type Orders, PAYER_ID, captureObject, disputeObject, orderObject, refundObject } from './shapes.ts'

/** `CHECKOUT.ORDER.APPROVED`, `PAYMENT.CAPTURE.…`, `PAYMENT.REFUND.FAILED` and `CUSTOMER.DISPUTE.…`. */
function paypalNotice(order: Order, event: ChargeEvent, at: Date): object | null {
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
  return afterwardsNotice(order, event, at)
}

function afterwardsNotice(order: Order, event: ChargeEvent, at: Date): object | null {
  const [refund, dispute] = [order.charge.refunds.at(-1), order.charge.disputes.at(-1)]
  if ((event === 'disputed' || event === 'dispute-closed') && dispute)
    return eventObject(at, {
      resource_type: 'dispute',
      event_type: event === 'disputed' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
      summary: 'A dispute was opened, or closed',
      resource: disputeObject(order, dispute),
    })
  if ((event !== 'refunded' && event !== 'refund-failed') || !refund) return null
  return eventObject(at, {
    resource_type: 'refund',
    event_type: event === 'refunded' ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED',
    summary: event === 'refunded' ? 'A refund was issued' : 'A refund failed',
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

const label = z.string().min(1).max(127)
const unit = z.object({
  reference_id: z.string().min(1).max(256).default('default'),
  amount: money,
  custom_id: label.optional(),
  invoice_id: label.optional(),
  description: z.string().max(3_000).optional(),
})

const body = z.object({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(unit).min(1).max(10),
  payment_source: z.object({
    paypal: z.object({
      email_address: z.string().optional(),
      experience_context: z.object({ return_url: z.string(), cancel_url: z.string() }),
    }),
  }),
})
type Asked = z.output<typeof body>

/** `POST /v2/checkout/orders` */
export function begin(desk: Desk, orders: Orders, request: FastifyRequest): Order {
  const asked = read(request.body)
  const { unit: bought, returnUrl, cancelUrl } = asked
  const id = capitalName()
  const charge: Charge = desk.charges.add({
    provider: 'paypal',
    id,
    number: nextNumber(),
    reference: bought.custom_id ?? bought.invoice_id ?? id,
    asked: paypalSum(bought.amount, "/purchase_units/@reference_id=='default'/amount"),
    email: asked.email,
    owner: asked.email,
    description: bought.description ?? '',
    pageUrl: `${baseOf(request)}/pay/paypal/${id}`,
    expiresAt: null,
    needsCapture: true,
    talk: {
      notice: (event, at) => paypalNotice(whole, event, at),
      wayBack: (outcome) =>
        outcome === 'paid'
          ? withQuery(returnUrl, { token: id, PayerID: PAYER_ID })
          : withQuery(cancelUrl, { token: id }),
    },
  })
  const whole: Order = {
    charge,
    captureId: capitalName(),
    customId: bought.custom_id ?? null,
    invoiceId: bought.invoice_id ?? null,
    referenceId: bought.reference_id,
    returnUrl,
    cancelUrl,
    refunds: new Map(),
  }
  orders.set(charge, whole)
  return whole
}

function read(given: unknown) {
  const asked = body.safeParse(given ?? {})
  if (!asked.success) throw refusalOf(asked.error)
  const { intent, purchase_units, payment_source } = asked.data
  const [bought] = purchase_units
  if (!bought || purchase_units.length > 1 || intent !== 'CAPTURE')
    throw unfit(intent === 'CAPTURE' ? '/purchase_units' : '/intent', 'NOT_SUPPORTED')
  return { unit: bought, email: payment_source.paypal.email_address ?? '', ...waysBack(payment_source) }
}

function refusalOf(error: z.ZodError) {
  const [issue] = error.issues
  const field = `/${issue?.path.join('/') ?? ''}`
  if (issue?.code === 'invalid_type' && issue.input === undefined) return unfit(field, 'MISSING_REQUIRED_PARAMETER')
  return unfit(
    field,
    issue?.code === 'too_big' || issue?.code === 'too_small' ? 'INVALID_STRING_LENGTH' : 'INVALID_PARAMETER_VALUE',
  )
}

function waysBack({ paypal }: Asked['payment_source']) {
  const { return_url: returnUrl, cancel_url: cancelUrl } = paypal.experience_context
  for (const [name, address] of Object.entries({ return_url: returnUrl, cancel_url: cancelUrl }))
    if (!isWebAddress(address))
      throw paypalRefusal(400, {
        field: `/payment_source/paypal/experience_context/${name}`,
        location: 'body',
        issue: 'INVALID_PARAMETER_SYNTAX',
      })
  return { returnUrl, cancelUrl }
}
