import { exportChurchList } from '../../identity/index.ts'
import { z } from 'zod/mini'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Payment, paymentColumns, PaymentState } from '#contract/billing/payments.ts'
import {
  countPayments,
  selectPayments,
  type PaymentKey,
  allPayments,
  type PaymentRecord,
  presentPayment,
} from './records/payment-store.ts'
import { methodNames, whatOf } from '../keepers/index.ts'
import { majorText } from '#contract/billing/exact.ts'
import { cursorPages, localTime, type ExportColumn, type ExportedList } from '../../platform/exports/index.ts'
import type { Actor, Caller, Download } from '../../platform/http/index.ts'

type PageQuery = {
  search?: string | undefined
  state?: PaymentState | undefined
  purpose?: Payment['purpose'] | undefined
  open?: 'yes' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Payments of the church, the newest first. */
export async function listPayments(
  tx: Tx,
  tenantId: TenantId,
  { search = '', state, purpose, open, cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<{ items: Payment[]; total: number; nextCursor: string | null }> {
  const filter = { search: search.trim(), state, purpose, isOpen: open === 'yes' }
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

/** An instant as we write it, and one that PostgreSQL knows. */
const instant = z
  .string()
  .check(z.refine((text) => text >= '1970' && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text))

const paymentKey: z.ZodMiniType<PaymentKey> = z.object({ createdAt: instant, id: z.uuid() })

type Column = ExportColumn<PaymentRecord> & { id: (typeof paymentColumns)[number] }

function columnsIn(timeZone: string): Column[] {
  const timeOf = localTime(timeZone)
  return [
    { id: 'date', heading: 'Date', value: ({ createdAt }) => timeOf(createdAt) },
    { id: 'what', heading: 'What', value: whatOf },
    { id: 'method', heading: 'Paid by', value: ({ method }) => methodNames[method] },
    { id: 'reference', heading: 'Reference', value: ({ reference }) => reference },
    { id: 'amount', heading: 'Amount', value: ({ amountMinor, currency }) => Number(majorText(amountMinor, currency)) },
    { id: 'currency', heading: 'Currency', value: ({ currency }) => currency },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
  ]
}

type PaymentsExport = Pick<ExportedList<PaymentRecord>, 'database' | 'at'> & {
  query: ExportedList<PaymentRecord>['query'] & Pick<PageQuery, 'search' | 'state' | 'purpose'>
  caller: Caller
  actor: Actor
}

/** The payments of the caller's church as a file, those that match, the newest first. */
export function exportPayments({ database, query, caller, actor, at }: PaymentsExport): Promise<Download> {
  const { tenantId, church } = caller
  const filter = { search: query.search?.trim() ?? '', state: query.state, purpose: query.purpose }
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'payments',
    columns: columnsIn(church.timeZone),
    pages: (tx) => cursorPages(tx, allPayments(tenantId, filter)),
    at,
  })
}
