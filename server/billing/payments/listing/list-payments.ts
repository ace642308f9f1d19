import { z } from 'zod/mini'
import type { Payment, PaymentState } from '#contract/billing/payments.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '#server/platform/pages.ts'
import { countPayments, selectPayments, type PaymentKey } from '../payment-store.ts'
import { presentPayment } from '../present.ts'

type PageQuery = {
  search?: string | undefined
  state?: PaymentState | undefined
  open?: 'yes' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z
  .string()
  .check(z.refine((text) => text >= '1970' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text))
const paymentKey: z.ZodMiniType<PaymentKey> = z.object({ createdAt: instant, id: z.uuid() })

/** Payments of the church, the newest first. */
export async function listPayments(
  tx: Tx,
  tenantId: TenantId,
  { search = '', state, open, cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<{ items: Payment[]; total: number; nextCursor: string | null }> {
  const filter = { search: search.trim(), state, isOpen: open === 'yes' }
  const rows = await selectPayments(tx, tenantId, {
    ...filter,
    after: readCursor(paymentKey, cursor),
    limit: limit + 1,
  })
  const { items, nextCursor } = pageFrom(rows, limit, ({ createdAt, id }) => ({
    createdAt: createdAt.toISOString(),
    id,
  }))
  return { items: items.map(presentPayment), total: await countPayments(tx, tenantId, filter), nextCursor }
}
