import type { ReadColumn, ReadRow } from '../import-rows/read-table.ts'

/** What the reading process tells the server: the columns and how many rows there are, then the rows. */
export type PeoplePortion = { columns: ReadColumn[]; count: number } | { rows: ReadRow[] }
