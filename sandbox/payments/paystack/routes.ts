import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Desk, through } from '../desk.ts'
import { speak } from '../refused.ts'
import { begin, type Extras } from './begin.ts'
import { notFound, paystackWords } from './errors.ts'
import { giveBack, listRefunds, showRefund } from './refunds.ts'
import { transactionObject } from './shapes.ts'

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
