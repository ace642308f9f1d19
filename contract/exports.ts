import { z } from 'zod/mini'

/** What a list can be taken away as; `json` is for printing: `{ title, headings, rows, total }`, 5,000 rows at most. */
const exportFormat = z.enum(['xlsx', 'csv', 'txt', 'json'])
export type ExportFormat = z.infer<typeof exportFormat>

/** Rows below the header that a spreadsheet can hold. */
export const XLSX_MAX_ROWS = 1_048_575
export const PRINT_MAX_ROWS = 5_000

const commaList = (most: number) =>
  z.pipe(
    z.string().check(z.maxLength(2_000)),
    z.pipe(
      z.transform((text: string) => text.split(',').filter(Boolean)),
      z.array(z.string().check(z.maxLength(40))).check(z.maxLength(most)),
    ),
  )

/**
 * Query of a list's export besides the list's own filters and sort. `columns` are ids of the list's columns in the
 * order wanted, split by commas (absent: all); `headings` their titles in the reader's language, split by `|`, as many
 * as columns; `title` the name of the sheet and of what is printed.
 */
export const exportQuery = {
  format: exportFormat,
  columns: z.optional(commaList(40)),
  headings: z.optional(z.string().check(z.maxLength(2_000))),
  title: z.optional(z.string().check(z.maxLength(120))),
}
