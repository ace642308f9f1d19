import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { checked } from '../../platform/input.ts'
import { type Charge, isPayable, refundedUnits, sumOf } from './charge.ts'
import { cardFace, type CardFace } from './cards.ts'
import type { Desk } from './pages.ts'
import { paymentProviders } from '../../platform/provider.ts'
import type { Outcome, Till } from './till.ts'
import { majorText, type Sum } from './sum.ts'

export const payerActs = ['pay', 'decline', 'cancel', 'later'] as const
type PayerAct = (typeof payerActs)[number]

/** How long it takes until a payment is paid by itself, unless somebody says otherwise. */
const LATER_MS = 5_000

/** What the payer's buttons do. */
export function act(
  till: Till,
  charge: Charge,
  { what, afterMs = LATER_MS, face }: { what: PayerAct; afterMs?: number; face?: CardFace },
): Outcome {
  if (what === 'later') return till.payLater(charge, afterMs)
  return what === 'pay' ? till.pay(charge, face) : till[what](charge)
}

const params = z.object({
  provider: z.enum(paymentProviders),
  reference: z.string(),
  what: z.enum(payerActs),
})
const body = z.strictObject({ afterMs: z.int().min(0).max(120_000).optional(), card: cardFace.optional() })

/**
 * `POST /_sandbox/payments/{provider}/{reference}/{pay|decline|cancel|later}`: the payer's buttons without a browser. Of
 * several payments with one reference the newest is meant. `card`: what is paid with. Answers with the payment, and where the browser would go.
 */
export function actRoutes(app: FastifyInstance, { charges, till }: Desk): void {
  app.post('/_sandbox/payments/:provider/:reference/:what', (request, reply) => {
    const asked = params.safeParse(request.params)
    const charge = asked.success && charges.byReference(asked.data.provider, asked.data.reference)
    if (!charge) return reply.callNotFound()
    till.endOverdue(charge)
    if (!isPayable(charge)) return reply.code(409).send({ error: 'not_payable', state: charge.state })
    const { afterMs, card } = checked(body, request.body ?? {})
    const wish = { what: asked.data.what, ...(card && { face: card }), ...(afterMs === undefined ? {} : { afterMs }) }
    const { to } = act(till, charge, wish)
    return { payment: presented(charge), returnUrl: to }
  })
}

/** Stripe and Paystack count minor units, the others write major ones. */
const counted = ({ provider }: Charge, sum: Sum): string =>
  provider === 'stripe' || provider === 'paystack' ? `${sum.units}` : majorText(sum)

/** A payment as `GET /_sandbox/payments` shows it. Amounts are text, as the provider counts. */
export const presented = (charge: Charge): object => ({
  provider: charge.provider,
  reference: charge.reference,
  id: charge.id,
  state: charge.state,
  amount: counted(charge, charge.asked),
  currency: charge.asked.currency,
  taken: charge.taken && { amount: counted(charge, charge.taken), currency: charge.taken.currency },
  refunded: counted(charge, { ...sumOf(charge), units: refundedUnits(charge) }),
  email: charge.email,
  description: charge.description,
  createdAt: charge.createdAt.toISOString(),
  checkoutUrl: charge.pageUrl,
})
