import type { Answer, Received } from '#contract/endpoint.ts'
import type { ConsolePayment, listConsolePayments as call } from '#contract/operator/requests.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countConsolePayments,
  selectConsolePayment,
  selectConsolePayments,
  selectPaymentParts,
  type ConsolePaymentRecord,
  type OnePayment,
} from './console-payment-store.ts'
import { place } from './place.ts'

type Query = Received<typeof call>['query']

/** What churches say they paid: what waits first, the oldest of it first; then the rest, the newest first. */
export async function listConsolePayments(
  tx: Tx,
  { search = '', state, method, churchId, cursor, limit = PAGE_SIZE }: Query,
  at: Date,
): Promise<Answer<typeof call>> {
  const filter = { search: search.trim(), state: state ?? null, method: method ?? null, churchId: churchId ?? null }
  const rows = await selectConsolePayments(tx, filter, { after: readCursor(place, cursor), limit: limit + 1, at })
  const { items, nextCursor } = pageFrom(rows, limit, ({ rank, place: since, id }) => ({ rank, at: since, id }))
  return { items: await presentPayments(tx, items), total: await countConsolePayments(tx, filter), nextCursor }
}

/** One payment; throws `not_found`. */
export async function readConsolePayment(tx: Tx, one: OnePayment): Promise<ConsolePayment> {
  const found = await selectConsolePayment(tx, one)
  const [payment] = await presentPayments(tx, found ? [found] : [])
  if (!payment) throw new ApiError('not_found')
  return payment
}

async function presentPayments(tx: Tx, payments: readonly ConsolePaymentRecord[]): Promise<ConsolePayment[]> {
  const parts = await selectPaymentParts(tx, payments)
  return payments.map((payment) => ({
    ...payment,
    payerEmail: '',
    proofs: [],
    ...parts.get(payment.id),
    createdAt: payment.createdAt.toISOString(),
    decidedAt: payment.decidedAt?.toISOString() ?? null,
  }))
}
