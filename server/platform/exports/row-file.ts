import type { FileHandle } from 'node:fs/promises'
import type { Cell } from './columns.ts'

/** A file that rows are written to. `write` waits while the disk is slower than the database. */
export type RowFile = {
  write: (rows: readonly (readonly Cell[])[]) => Promise<void>
  /** Whole once this resolves. */
  end: () => Promise<void>
  /** Instead of `end`, when what writes to it has failed. */
  abandon: () => Promise<void>
}

export type RowFileParts = { file: FileHandle; title: string; headings: readonly string[]; at: Date }
