import type { FileHandle } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { ExportFormat } from '#contract/exports.ts'
import type { Database, Tx } from '../database/database.ts'
import { ApiError } from '../runtime/api-error.ts'
import type { Download } from '../http/download.ts'
import { chooseColumns, type ExportColumn } from './columns.ts'
import { formats } from './formats.ts'
import type { RowFile } from './row-file.ts'
import { openScratchFile } from '../http/scratch-file.ts'
import { holdSlot } from '../slots/index.ts'
import { takeTurns, type Turns } from './turns.ts'

/** Whose rows: a church's, or those that an operator sees; with both, a church's as an operator sees it. */
type ExportScope = { tenantId: string } | { operatorId: string; tenantId?: string | undefined }

export type ExportedList<Row> = {
  database: Database
  scope: ExportScope
  query: {
    format: ExportFormat
    columns?: readonly string[] | undefined
    headings?: string | undefined
    title?: string | undefined
  }
  /** Of the list, in small letters: the file is called `<name>-YYYY-MM-DD.<ext>`. */
  name: string
  columns: readonly ExportColumn<Row>[]
  /** All rows that match, in order; see `cursorPages`. Every query sees the same moment. */
  pages: (tx: Tx) => AsyncIterable<readonly Row[]>
  /** Called once the rows are written, in their transaction: without the note there is no file. */
  note?: (tx: Tx, rows: number) => Promise<void>
  at: Date
}

/** Rows between two looks at what else the server has to do. */
const ROWS_AT_ONCE = 250

const turnsOf = new WeakMap<Database, Turns>()

/**
 * A whole list as a file. Rows go from one snapshot of the database into a file of ours as fast as they come, and from
 * there to the client as slowly as it reads: no transaction and no memory waits for it. Throws `invalid_input` on unknown
 * columns; the download's body rejects with `busy` and `too_many_for_format`.
 */
export async function exportList<Row>(list: ExportedList<Row>): Promise<Download> {
  const columns = chooseColumns(list.columns, list.query)
  const { contentType, extension } = formats[list.query.format]
  return {
    fileName: `${list.name}-${list.at.toISOString().slice(0, 10)}.${extension}`,
    contentType,
    body: async (gone) => {
      const turns = turnsAt(list.database)
      const owner = ownerOf(list.scope)
      const slot = await holdSlot(list.database, 'export', owner)
      if (!slot) throw new ApiError('busy')
      try {
        const file = await turns.inTurn(owner, gone, () => makeFile({ ...list, columns }, gone))
        return file.createReadStream({ start: 0 }).once('close', () => void slot.leave())
      } catch (error) {
        await slot.leave()
        throw error
      }
    },
  }
}

function turnsAt(database: Database): Turns {
  const turns = turnsOf.get(database) ?? takeTurns()
  turnsOf.set(database, turns)
  return turns
}

const ownerOf = (scope: ExportScope): string => ('operatorId' in scope ? scope.operatorId : scope.tenantId)

async function makeFile<Row>(list: ExportedList<Row>, gone: AbortSignal): Promise<FileHandle> {
  const file = await openScratchFile()
  try {
    await inSnapshot(list, async (tx) => {
      const rows = await fill(file, { list, tx, gone })
      await list.note?.(tx, rows)
    })
    return file
  } catch (error) {
    await file.close()
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new ApiError('unavailable', { retryAfter: 60 })
    throw error
  }
}

function inSnapshot<Row>({ database, scope }: ExportedList<Row>, work: (tx: Tx) => Promise<void>): Promise<void> {
  return 'operatorId' in scope
    ? database.withOperator(scope, work, { snapshot: true })
    : database.withTenant(scope.tenantId, work, { snapshot: true })
}

async function fill<Row>(
  file: FileHandle,
  { list, tx, gone }: { list: ExportedList<Row>; tx: Tx; gone: AbortSignal },
): Promise<number> {
  const { columns, query, at } = list
  const headings = columns.map(({ heading }) => heading)
  const target = await formats[query.format].open({ file, headings, title: query.title ?? list.name, at })
  let rows = 0
  try {
    for await (const page of list.pages(tx)) {
      for (let start = 0; start < page.length; start += ROWS_AT_ONCE) {
        gone.throwIfAborted()
        await writeRows(target, { columns, rows: page.slice(start, start + ROWS_AT_ONCE) })
        await setImmediate()
      }
      rows += page.length
    }
    await target.end()
    return rows
  } catch (error) {
    await target.abandon()
    throw error
  }
}

const writeRows = <Row>(
  target: RowFile,
  { columns, rows }: { columns: readonly ExportColumn<Row>[]; rows: readonly Row[] },
): Promise<void> => target.write(rows.map((row) => columns.map(({ value }) => value(row))))
