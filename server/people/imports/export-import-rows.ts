import type { Received } from '#contract/endpoint.ts'
import type { exportImportRows as call } from '#contract/people/imports.ts'
import { audit } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { cursorPages, exportList, type ExportColumn } from '#server/platform/exports/index.ts'
import type { Download } from '#server/platform/http/index.ts'
import { columnName } from '../import-rows/column-name.ts'
import type { Writer } from '../persons/writer.ts'
import type { StoredImport } from './import-store.ts'
import { checkedImport } from './list-import-rows.ts'
import { sayNotes } from './reason-words.ts'
import { exportedRows, type ExportedRow } from './row-store.ts'

const LIST = 'people-import'

/** The rows as they were, with a last column that says what is wrong: to correct and upload again. */
export async function exportImportRows(
  database: Database,
  { tenantId, actor, at }: Writer,
  { id, query }: { id: string; query: Received<typeof call>['query'] },
): Promise<Download> {
  const file = await database.withTenant(tenantId, (tx) => checkedImport(tx, id))
  return exportList({
    database,
    scope: { tenantId },
    query,
    name: LIST,
    columns: columnsOf(file),
    pages: (tx) => cursorPages(tx, exportedRows({ importId: id, ...query, noted: query.noted === 'yes' })),
    note: (tx, rows) =>
      audit(tx, tenantId, actor, { act: 'list.exported', details: { list: LIST, format: query.format, rows }, at }),
    at,
  })
}

const columnsOf = ({ columns }: StoredImport): ExportColumn<ExportedRow>[] => [
  ...columns.map((_, index) => ({
    id: `column-${index + 1}`,
    heading: columnName(columns, index),
    value: ({ cells }: ExportedRow) => cells[index] ?? '',
  })),
  { id: 'wrong', heading: 'What is wrong', value: ({ notes }) => sayNotes(notes) },
]
