import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Desk, through } from '../till/pages.ts'
import { speak } from '../till/refused.ts'
import { begin, type Extras } from './begin.ts'
import { chargeCard, deactivate, listDisputes } from './charge-card.ts'
import { notFound, paystackWords, paystackRefusal, unfit } from './errors.ts'
import { transactionObject, doneRefund, queuedRefund } from './shapes.ts'
import { type Charge, type Refund, refundedUnits, sumOf } from '../till/charge.ts'
import { nextNumber } from '../till/names.ts'
import { readUnits } from '../till/sum.ts'

const body = z.object({
  transaction: z.union([z.string(), z.number().transform(String)]),
  amount: z.unknown().optional(),
  currency: z.string().optional(),
  customer_note: z.string().optional(),
  merchant_note: z.string().optional(),
})

/** `POST /refund`, by the transaction's reference or number. */
function giveBack(desk: Desk, given: unknown): object {
  const asked = body.safeParse(given ?? {})
  if (!asked.success) throw unfit('Transaction id or reference is required', 'missing_params', 'Pass the transaction')
  const { transaction, amount, currency, customer_note, merchant_note } = asked.data
  const charge = paidCharge(desk, transaction)
  if (currency !== undefined && currency !== sumOf(charge).currency)
    throw unfit('Currency does not match that of the transaction', 'invalid_params', 'Leave the currency out')
  const refund: Refund = {
    id: `TRF_${charge.reference}`,
    number: nextNumber(),
    units: unitsOf(charge, amount),
    at: new Date(),
    reason: merchant_note ?? customer_note ?? `Refund for transaction ${charge.reference}`,
  }
  desk.till.refund(charge, refund)
  return { status: true, message: 'Refund has been queued for processing', data: queuedRefund(charge, refund) }
}

function paidCharge({ charges }: Desk, name: string): Charge {
  const charge = charges.byReference('paystack', name) ?? charges.byNumber('paystack', Number(name))
  if (!charge)
    throw unfit(
      'Transaction not found',
      'transaction_not_found',
      "Ensure that you're passing a transaction that exists",
    )
  if (charge.state !== 'paid')
    throw unfit(
      'Transaction is not successful',
      'invalid_transaction_status',
      'Only successful transactions can be refunded',
    )
  return charge
}

function unitsOf(charge: Charge, amount: unknown): bigint {
  const left = sumOf(charge).units - refundedUnits(charge)
  if (left === 0n)
    throw paystackRefusal(400, {
      message: 'Transaction has been fully reversed',
      type: 'api_error',
      code: 'transaction_reversed',
    })
  if (amount === undefined) return left
  const units = readUnits(amount)
  if (units === null || units < 1n)
    throw unfit('Invalid Amount Sent', 'invalid_amount', 'Pass a whole number above zero')
  if (units > left)
    throw unfit('Refund amount cannot be more than the transaction amount', 'invalid_amount', 'Pass a smaller amount')
  return units
}

/** `GET /refund/{id}` */
function showRefund({ charges }: Desk, id: string): object {
  for (const charge of charges.kept.newestFirst()) {
    const refund = charge.provider === 'paystack' && charge.refunds.find(({ number }) => String(number) === id)
    if (refund) return { status: true, message: 'Refund retrieved', data: doneRefund(charge, refund) }
  }
  throw paystackRefusal(404, { message: 'Refund not found', type: 'validation_error' })
}

/** `GET /refund?transaction=…`: the newest first, at most a hundred. */
function listRefunds({ charges }: Desk, transaction: string | undefined): object {
  const data: object[] = []
  for (const charge of charges.kept.newestFirst()) {
    if (charge.provider !== 'paystack' || data.length > 100) continue
    if (transaction !== undefined && ![charge.reference, String(charge.number)].includes(transaction)) continue
    data.push(...charge.refunds.toReversed().map((refund) => doneRefund(charge, refund)))
  }
  const meta = { total: data.length, skipped: 0, perPage: '50', page: 1, pageCount: 1, failedRefundCount: 0 }
  return { status: true, message: 'Refunds retrieved', data, meta }
}

const params = z.object({ reference: z.string().optional(), id: z.string().optional() })
const query = z.object({ transaction: z.string().optional() })

/** Paystack's calls, below `/paystack`. */
export function paystackRoutes(api: FastifyInstance, desk: Desk): void {
  speak(api, paystackWords)
  api.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== `Bearer ${desk.secrets.PAYSTACK_SECRET_KEY}`)
      throw paystackWords.unauthorized()
  })
  const extras: Extras = new WeakMap()
  const at = through(desk, paystackWords)

  api.post(
    '/transaction/initialize',
    at('paystack begin', (request) => begin(desk, extras, request)),
  )
  api.get(
    '/transaction/verify/:reference',
    at('paystack verify', (request) => verify(desk, extras, request)),
  )
  api.post(
    '/refund',
    at('paystack refund', (request) => giveBack(desk, request.body)),
  )
  api.post(
    '/transaction/charge_authorization',
    at('paystack charge', (request) => chargeCard(desk, request.body)),
  )
  api.post('/customer/authorization/deactivate', (request) => deactivate(desk, request.body))
  api.get(
    '/dispute',
    at('paystack verify', (request) => listDisputes(desk, query.parse(request.query).transaction)),
  )
  api.get('/refund/:id', (request) => showRefund(desk, params.parse(request.params).id ?? ''))
  api.get('/refund', (request) => listRefunds(desk, query.parse(request.query).transaction))
}

function verify({ charges }: Desk, extras: Extras, request: FastifyRequest): object {
  const charge = charges.byReference('paystack', params.parse(request.params).reference ?? '')
  if (!charge) throw notFound()
  return {
    status: true,
    message: 'Verification successful',
    data: transactionObject(charge, extras.get(charge)?.metadata ?? ''),
  }
}
