import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Charge, type Refund, refundedUnits, sumOf } from '../till/charge.ts'
import { type Desk, through } from '../till/pages.ts'
import { speak } from '../till/refused.ts'
import { begin, type Extras } from './begin.ts'
import { flutterwaveRefusal, flutterwaveWords, noTransaction } from './errors.ts'
import { CHARGEBACK, chargebackObject, nameOf, transactionObject, refundObject } from './shapes.ts'
import { nextNumber } from '../till/names.ts'
import { majorText, readMajor } from '../till/sum.ts'

/** The payment that was tried under this number. Throws Flutterwave's refusal. */
function findTry({ charges }: Desk, number: number): Charge {
  for (const charge of charges.kept.newestFirst())
    if (charge.provider === 'flutterwave' && charge.tries.includes(number)) return charge
  throw noTransaction()
}

/** The payment of this `tx_ref`, once somebody tried to pay it. */
function findTried({ charges }: Desk, reference: string): Charge {
  const charge = charges.byReference('flutterwave', reference)
  if (!charge || charge.tries.length === 0) throw noTransaction()
  return charge
}

const body = z.object({ amount: z.union([z.string(), z.number()]).optional(), comments: z.string().default('') })

/** `POST /v3/transactions/{id}/refund` */
function giveBack(desk: Desk, number: number, given: unknown): object {
  const asked = body.safeParse(given ?? {})
  if (!asked.success) throw flutterwaveRefusal(400, 'amount should be a number')
  const charge = findTry(desk, number)
  if (charge.state !== 'paid' || charge.tries.at(-1) !== number)
    throw flutterwaveRefusal(400, 'Only successful transactions can be refunded')
  const refund: Refund = {
    id: `RF_${nextNumber()}`,
    number: nextNumber(),
    units: unitsOf(charge, asked.data.amount),
    at: new Date(),
    reason: asked.data.comments,
  }
  desk.till.refund(charge, refund)
  return { status: 'success', message: 'Transaction refund initiated', data: refundObject(charge, refund) }
}

function unitsOf(charge: Charge, amount: string | number | undefined): bigint {
  const sum = sumOf(charge)
  const left = sum.units - refundedUnits(charge)
  if (left === 0n) throw flutterwaveRefusal(400, 'Transaction has been refunded already')
  if (amount === undefined) return left
  const units = readMajor(String(amount), sum.decimals)
  if (units === null || units < 1n) throw flutterwaveRefusal(400, 'amount should be a number above 0')
  if (units > left) throw flutterwaveRefusal(400, `Refund amount cannot exceed ${majorText({ ...sum, units: left })}`)
  return units
}

/** `GET /v3/refunds?id=…`: those of the transaction with this number, or all; the newest first. */
function listRefunds({ charges }: Desk, number: number | undefined): object {
  const data: object[] = []
  for (const charge of charges.kept.newestFirst()) {
    if (charge.provider !== 'flutterwave' || (number !== undefined && charge.tries.at(-1) !== number)) continue
    data.push(...charge.refunds.toReversed().map((refund) => refundObject(charge, refund)))
  }
  const page_info = { total: data.length, current_page: 1, total_pages: 1 }
  return { status: 'success', message: 'Refunds fetched', meta: { page_info }, data }
}

const chargebackQuery = z.object({ status: z.string().optional(), flw_ref: z.string().optional() })

/** `GET /v3/chargebacks`: those in a state, or of a transaction; the newest first. */
function listChargebacks({ charges }: Desk, query: unknown): object {
  const { status, flw_ref } = chargebackQuery.parse(query)
  const data: object[] = []
  for (const charge of charges.kept.newestFirst()) {
    if (charge.provider !== 'flutterwave' || (flw_ref !== undefined && nameOf(charge) !== flw_ref)) continue
    const found = charge.disputes.filter(({ state }) => status === undefined || CHARGEBACK[state] === status)
    data.push(...found.toReversed().map((dispute) => chargebackObject(charge, dispute)))
  }
  const page_info = { total: data.length, current_page: 1, total_pages: 1, page_size: 10 }
  return { status: 'success', message: 'Chargebacks fetched', meta: { page_info }, data }
}

/** `GET /v3/refunds/{id}` */
function showRefund({ charges }: Desk, id: string): object {
  for (const charge of charges.kept.newestFirst()) {
    const refund = charge.provider === 'flutterwave' && charge.refunds.find(({ number }) => String(number) === id)
    if (refund) return { status: 'success', message: 'Refund details fetched', data: refundObject(charge, refund) }
  }
  throw flutterwaveRefusal(404, 'Refund not found')
}

const params = z.object({ id: z.string() })
const byReference = z.object({ tx_ref: z.string() })
const byNumber = z.object({ id: z.coerce.number().optional() })

/** Flutterwave's calls (version 3), below `/flutterwave/v3`. */
export function flutterwaveRoutes(api: FastifyInstance, desk: Desk): void {
  speak(api, flutterwaveWords)
  api.addHook('onRequest', async ({ headers }) => {
    if (headers.authorization === undefined) throw flutterwaveRefusal(401, 'Authorization required')
    if (headers.authorization !== `Bearer ${desk.secrets.FLUTTERWAVE_SECRET_KEY}`) throw flutterwaveWords.unauthorized()
  })
  const extras: Extras = new WeakMap()
  const at = through(desk, flutterwaveWords)
  const numberOf = (request: FastifyRequest) => Number(params.parse(request.params).id)
  const verified = (charge: Charge, number?: number) => {
    const { name = '', meta = null } = extras.get(charge) ?? {}
    const data = transactionObject({ charge, name, meta }, number)
    return { status: 'success', message: 'Transaction fetched successfully', data }
  }

  api.post(
    '/payments',
    at('flutterwave begin', (request) => begin(desk, extras, request)),
  )
  api.get(
    '/transactions/:id/verify',
    at('flutterwave verify', (request) => verified(findTry(desk, numberOf(request)), numberOf(request))),
  )
  api.get(
    '/transactions/verify_by_reference',
    at('flutterwave verify', (request) => {
      const asked = byReference.safeParse(request.query)
      if (!asked.success) throw flutterwaveRefusal(400, 'tx_ref is required')
      return verified(findTried(desk, asked.data.tx_ref))
    }),
  )
  api.post(
    '/transactions/:id/refund',
    at('flutterwave refund', (request) => giveBack(desk, numberOf(request), request.body)),
  )
  api.get(
    '/refunds',
    at('flutterwave verify', (request) => listRefunds(desk, byNumber.parse(request.query).id)),
  )
  api.get(
    '/chargebacks',
    at('flutterwave verify', (request) => listChargebacks(desk, request.query)),
  )
  api.get('/refunds/:id', (request) => showRefund(desk, params.parse(request.params).id))
}
