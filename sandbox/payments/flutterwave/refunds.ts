import { z } from 'zod'
import { type Charge, type Refund, refundedUnits, sumOf } from '../charge.ts'
import type { Desk } from '../desk.ts'
import { nextNumber } from '../names.ts'
import { majorText, readMajor } from '../sum.ts'
import { flutterwaveRefusal } from './errors.ts'
import { findTry } from './find-transaction.ts'
import { refundObject } from './shapes.ts'

const body = z.object({ amount: z.union([z.string(), z.number()]).optional(), comments: z.string().default('') })

/** `POST /v3/transactions/{id}/refund` */
export function giveBack(desk: Desk, number: number, given: unknown): object {
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
export function listRefunds({ charges }: Desk, number: number | undefined): object {
  const data: object[] = []
  for (const charge of charges.kept.newestFirst()) {
    if (charge.provider !== 'flutterwave' || (number !== undefined && charge.tries.at(-1) !== number)) continue
    data.push(...charge.refunds.toReversed().map((refund) => refundObject(charge, refund)))
  }
  const page_info = { total: data.length, current_page: 1, total_pages: 1 }
  return { status: 'success', message: 'Refunds fetched', meta: { page_info }, data }
}

/** `GET /v3/refunds/{id}` */
export function showRefund({ charges }: Desk, id: string): object {
  for (const charge of charges.kept.newestFirst()) {
    const refund = charge.provider === 'flutterwave' && charge.refunds.find(({ number }) => String(number) === id)
    if (refund) return { status: 'success', message: 'Refund details fetched', data: refundObject(charge, refund) }
  }
  throw flutterwaveRefusal(404, 'Refund not found')
}
