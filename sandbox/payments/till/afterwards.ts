import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { demoNow } from '../../clock/clock.ts'
import { checked } from '../../platform/input.ts'
import { presented } from './acts.ts'
import { type Charge, refundedUnits, sumOf } from './charge.ts'
import { capitalName, mixedName, nextNumber } from './names.ts'
import type { Desk } from './pages.ts'
import { paymentProviders } from '../../platform/provider.ts'

const params = z.object({
  provider: z.enum(paymentProviders),
  reference: z.string(),
  what: z.enum(['refund', 'fail-refund', 'dispute', 'lose-dispute', 'win-dispute']),
})
/** In the provider's least units; absent: all that is left. */
const body = z.strictObject({ amount: z.int().positive().optional() })

/**
 * `POST /_sandbox/payments/{provider}/{reference}/{refund|fail-refund|dispute|lose-dispute|win-dispute}`: what happens to
 * a payment afterwards without our doing, at the provider's own desk or at the payer's bank. The newest refund or dispute
 * is meant.
 */
export function afterwardsRoutes(app: FastifyInstance, { charges, till }: Desk): void {
  app.post('/_sandbox/payments/:provider/:reference/afterwards/:what', (request, reply) => {
    const asked = params.safeParse(request.params)
    const charge = asked.success && charges.byReference(asked.data.provider, asked.data.reference)
    if (!charge || charge.state !== 'paid') return reply.callNotFound()
    const { amount } = checked(body, request.body ?? {})
    if (!happen(till, charge, { what: asked.data.what, amount }))
      return reply.code(409).send({ error: 'nothing_there' })
    return { payment: presented(charge) }
  })
}

type Happening = { what: z.output<typeof params>['what']; amount: number | undefined }

/** False: there is nothing that it could happen to. */
function happen(till: Desk['till'], charge: Charge, { what, amount }: Happening): boolean {
  const units = amount === undefined ? sumOf(charge).units - refundedUnits(charge) : BigInt(amount)
  const made = { number: nextNumber(), units, at: demoNow() }
  const isPayPal = charge.provider === 'paypal'
  if (what === 'refund') till.refund(charge, { ...made, id: isPayPal ? capitalName() : mixedName('re_'), reason: '' })
  else if (what === 'dispute')
    till.dispute(charge, { ...made, id: isPayPal ? `PP-D-${made.number}` : mixedName('dp_'), state: 'open' })
  else if (what === 'fail-refund') {
    const refund = charge.refunds.at(-1)
    if (!refund || refund.hasFailed) return false
    till.failRefund(charge, refund)
  } else {
    const dispute = charge.disputes.at(-1)
    if (dispute?.state !== 'open') return false
    till.closeDispute(charge, dispute, what === 'lose-dispute' ? 'lost' : 'won')
  }
  return true
}
