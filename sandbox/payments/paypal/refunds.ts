import { z } from 'zod'
import { type Refund, refundedUnits, sumOf } from '../till/charge.ts'
import type { Desk } from '../till/pages.ts'
import { capitalName, nextNumber } from '../till/names.ts'
import { noResource, paypalRefusal, unfit } from './errors.ts'
import { money, paypalSum } from './money.ts'
import type { Order } from './shapes.ts'

const body = z.object({
  amount: money.optional(),
  invoice_id: z.string().max(127).optional(),
  note_to_payer: z.string().max(255).optional(),
})

/** `POST /v2/payments/captures/{id}/refund`: all that has not gone back yet, or the amount named. */
export function giveBack(desk: Desk, order: Order, given: unknown): Refund {
  const asked = body.safeParse(given ?? {})
  if (!asked.success) throw unfit(`/${asked.error.issues[0]?.path.join('/') ?? ''}`, 'INVALID_PARAMETER_VALUE')
  if (order.charge.state !== 'paid') throw noResource()
  const { invoice_id, note_to_payer, amount } = asked.data
  const units = unitsOf(order, amount)
  const refund: Refund = { id: capitalName(), number: nextNumber(), units, at: new Date(), reason: note_to_payer ?? '' }
  order.refunds.set(refund, { invoiceId: invoice_id ?? null, noteToPayer: note_to_payer ?? null })
  desk.till.refund(order.charge, refund)
  return refund
}

function unitsOf({ charge }: Order, amount: z.output<typeof money> | undefined): bigint {
  const { units: taken, currency } = sumOf(charge)
  const left = taken - refundedUnits(charge)
  if (left === 0n) throw paypalRefusal(422, { issue: 'CAPTURE_FULLY_REFUNDED' })
  if (amount === undefined) return left
  const asked = paypalSum(amount, '/amount')
  if (asked.currency !== currency)
    throw paypalRefusal(422, { field: '/amount/currency_code', issue: 'REFUND_CAPTURE_CURRENCY_MISMATCH' })
  if (asked.units > left) throw paypalRefusal(422, { field: '/amount/value', issue: 'REFUND_AMOUNT_EXCEEDED' })
  return asked.units
}
