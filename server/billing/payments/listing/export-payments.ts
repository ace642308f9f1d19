import { majorText } from '#contract/billing/exact.ts'
import type { paymentColumns, PaymentState } from '#contract/billing/payments.ts'
import { audit } from '#server/identity/index.ts'
import {
  cursorPages,
  exportList,
  localTime,
  type ExportColumn,
  type ExportedList,
} from '#server/platform/exports/index.ts'
import type { Actor, Caller, Download } from '#server/platform/http/index.ts'
import { allPayments, type PaymentRecord } from '../payment-store.ts'
import { methodNames, whatOf } from '../payment-words.ts'

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

export type PaymentsExport = Pick<ExportedList<PaymentRecord>, 'database' | 'at'> & {
  query: ExportedList<PaymentRecord>['query'] & { search?: string | undefined; state?: PaymentState | undefined }
  caller: Caller
  actor: Actor
}

/** The payments of the caller's church as a file, those that match, the newest first. */
export function exportPayments({ database, query, caller, actor, at }: PaymentsExport): Promise<Download> {
  const { tenantId, church } = caller
  const filter = { search: query.search?.trim() ?? '', state: query.state }
  return exportList({
    database,
    scope: { tenantId },
    query,
    name: 'payments',
    columns: columnsIn(church.timeZone),
    pages: (tx) => cursorPages(tx, allPayments(tenantId, filter)),
    note: (tx, rows) =>
      audit(tx, tenantId, actor, {
        act: 'list.exported',
        details: { list: 'payments', format: query.format, rows },
        at,
      }),
    at,
  })
}
