import { randomUUIDv7 } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { ImportFile } from '#contract/people/imports.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Caller, Upload } from '../../platform/http/index.ts'
import { readForChurch, readInProcess } from '../../platform/file-reading/index.ts'
import { SpreadsheetError } from '../../platform/spreadsheets/index.ts'
import type { ReadColumn, ReadRow } from './read-table.ts'
import { insertImport } from './import-store.ts'
import { readImport } from './read-import.ts'
import { insertRows } from './row-store.ts'

const CHILD = fileURLToPath(new URL('./people-file-child.ts', import.meta.url))

type Uploading = {
  database: Database
  caller: Caller
  upload: Upload
  at: Date
  /** Aborted when nobody waits for the answer any more. */
  gone: AbortSignal
  transact: (work: (tx: Tx) => Promise<ImportFile>) => Promise<ImportFile>
}

/**
 * Keeps the rows of a file, in the order and by the numbers of the file, and says what its columns probably are. Rows come
 * from the reading process a thousand at a time and go straight to the database. Throws `unreadable_file`,
 * `too_many_rows`, `too_many_tries`.
 */
export function uploadImport({ database, caller, upload, at, gone, transact }: Uploading): Promise<ImportFile> {
  return readForChurch({ database, tenantId: caller.tenantId, gone }, async () => {
    const args = [upload.path, caller.church.isoCode]
    const portions = readInProcess<PeoplePortion>({ script: CHILD, args, signal: gone })
    try {
      // The transaction begins when there is something to write: waiting for a turn needs no connection.
      const first = await portions.next()
      if (first.done || !('columns' in first.value)) throw new SpreadsheetError('unreadable_file')
      const head = first.value
      return await transact((tx) => keepRows(tx, { caller, upload, at, head, portions }))
    } finally {
      await portions.return(undefined)
    }
  })
}

type Kept = Pick<Uploading, 'caller' | 'upload' | 'at'> & {
  head: { columns: ReadColumn[]; count: number }
  portions: AsyncIterable<PeoplePortion>
}

async function keepRows(tx: Tx, { caller, upload, at, head, portions }: Kept): Promise<ImportFile> {
  const { tenantId, accountId, email } = caller
  const id = randomUUIDv7()
  const { columns, count: rows } = head
  await insertImport(tx, {
    tenantId,
    id,
    fileName: upload.name,
    uploadedBy: accountId,
    uploader: email,
    columns,
    rows,
    at,
  })
  for await (const portion of portions)
    if ('rows' in portion) await insertRows(tx, { tenantId, importId: id, rows: portion.rows })
  return readImport(tx, id, at)
}

/** What the reading process tells the server: the columns and how many rows there are, then the rows. */
export type PeoplePortion = { columns: ReadColumn[]; count: number } | { rows: ReadRow[] }
