import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Refund, refundedUnits, sumOf } from '../till/charge.ts'
import { type Desk, formOf } from '../till/pages.ts'
import { mixedName, nextNumber } from '../till/names.ts'
import { readUnits } from '../till/sum.ts'
import { invalid, missing, noSuch, stripeRefusal } from './errors.ts'
import { sessionPaidBy } from './find-session.ts'
import { readForm } from './form.ts'
import { refundObject } from './intent-object.ts'
import type { Books, Session } from './session.ts'

const form = z.object({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.string().optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
})

/** `POST /v1/refunds`: all of it that has not gone back yet, or the amount named. */
export function giveBack(desk: Desk, books: Books, request: FastifyRequest): object {
  const given = form.safeParse(readForm(formOf(request)))
  if (!given.success) throw invalid(String(given.error.issues[0]?.path[0] ?? 'reason'), 'Invalid value.')
  const asked = given.data
  const session = sessionOf(desk, books, asked)
  const refund: Refund = {
    id: mixedName('re_'),
    number: nextNumber(),
    units: unitsOf(session, asked.amount),
    at: new Date(),
    reason: asked.reason ?? '',
  }
  desk.till.refund(session.charge, refund)
  return refundObject(session, refund, asked.metadata)
}

function sessionOf(desk: Desk, books: Books, { payment_intent, charge }: z.output<typeof form>): Session {
  const name = payment_intent ?? charge
  if (name === undefined)
    throw stripeRefusal(400, {
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    })
  const kind = payment_intent === undefined ? 'charge' : 'payment_intent'
  const session = sessionPaidBy(desk, books, name)
  if (!session) throw noSuch(404, kind, { id: name, param: kind })
  if (session.charge.state !== 'paid')
    throw invalid(kind, `This PaymentIntent (${session.intentId}) does not have a successful charge to refund.`)
  return session
}

function unitsOf({ charge, chargeId }: Session, amount: string | undefined): bigint {
  const left = sumOf(charge).units - refundedUnits(charge)
  if (left === 0n)
    throw stripeRefusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${chargeId} has already been refunded.`,
    })
  if (amount === undefined) return left
  const units = readUnits(amount)
  if (units === null || units === 0n)
    throw amount === '' ? missing('amount') : invalid('amount', `Invalid integer: ${amount}`)
  if (units > left)
    throw invalid('amount', `Refund amount (${units}) is greater than unrefunded amount on charge (${left}).`)
  return units
}
