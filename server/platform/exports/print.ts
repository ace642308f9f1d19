import { PRINT_MAX_ROWS } from '#contract/exports.ts'
import type { Cell } from './columns.ts'
import type { RowFile, RowFileParts } from './row-file.ts'

/** What the page prints: the first rows, and how many there are in all. */
export async function printFile({ file, title, headings }: RowFileParts): Promise<RowFile> {
  const kept: (readonly Cell[])[] = []
  let total = 0
  return {
    write: async (rows) => {
      total += rows.length
      kept.push(...rows.slice(0, PRINT_MAX_ROWS - kept.length))
    },
    end: async () => file.appendFile(JSON.stringify({ title, headings, rows: kept, total })),
    abandon: async () => {},
  }
}
