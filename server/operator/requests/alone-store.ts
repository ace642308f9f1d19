import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Sums below the limit count together for so long. */
const COUNTED_HOURS = 24

type Place = { operatorId: RawBuilder<unknown>; tenantId: RawBuilder<unknown>; currency: RawBuilder<unknown> }

/**
 * Whether a sum takes two operators: with what this operator alone has moved of the currency lately, or one alone for this
 * church, it is above the limit; or the currency has none. For a query that has the installation's row as `i`.
 */
export const takesTwo = (amountMinor: RawBuilder<unknown>, { operatorId, tenantId, currency }: Place, at: Date) => sql`
  coalesce(${amountMinor} + greatest(
      ${movedBy(sql`m.operator_id = ${operatorId}`, currency, at)}, ${movedBy(sql`m.tenant_id = ${tenantId}`, currency, at)}
    ) > (i.approval_limits ->> ${currency})::bigint, true)`

const movedBy = (whose: RawBuilder<unknown>, currency: RawBuilder<unknown>, at: Date) => sql`
  (select coalesce(sum(m.amount_minor), 0) from operator_alone m
   where ${whose} and m.currency = ${currency} and m.at > ${at}::timestamptz - make_interval(hours => ${COUNTED_HOURS}))`

export type Moved = { operatorId: string; tenantId: string; amountMinor: number; currency: string; at: Date }

export async function needsTwo(tx: Tx, { operatorId, tenantId, amountMinor, currency, at }: Moved): Promise<boolean> {
  const place = {
    operatorId: sql`${operatorId}::uuid`,
    tenantId: sql`${tenantId}::uuid`,
    currency: sql`${currency}::text`,
  }
  const { rows } = await sql<{ two: boolean }>`
    select ${takesTwo(sql`${amountMinor}::bigint`, place, at)} as two from installation i`.execute(tx)
  return rows[0]?.two ?? true
}

type Alone = Moved & { id: string; act: 'payment_approve' | 'payment_refund'; paymentId: string }

/** Money that one operator moved alone. */
export async function insertAlone(tx: Tx, moved: Alone): Promise<void> {
  await sql`
    insert into operator_alone (id, operator_id, tenant_id, act, payment_id, amount_minor, currency, at)
    values (${moved.id}, ${moved.operatorId}, ${moved.tenantId}, ${moved.act}, ${moved.paymentId}, ${moved.amountMinor},
      ${moved.currency}, ${moved.at})`.execute(tx)
}
