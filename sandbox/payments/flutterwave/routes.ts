import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Charge } from '../charge.ts'
import { type Desk, through } from '../desk.ts'
import { speak } from '../refused.ts'
import { begin, type Extras } from './begin.ts'
import { flutterwaveRefusal, flutterwaveWords } from './errors.ts'
import { findTried, findTry } from './find-transaction.ts'
import { giveBack, listRefunds, showRefund } from './refunds.ts'
import { transactionObject } from './shapes.ts'

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
  api.get('/refunds/:id', (request) => showRefund(desk, params.parse(request.params).id))
}
