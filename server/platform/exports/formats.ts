import type { ExportFormat } from '#contract/exports.ts'
import { delimitedFile } from './delimited.ts'
import { printFile } from './print.ts'
import type { RowFile, RowFileParts } from './row-file.ts'
import { workbookFile } from './workbook/workbook.ts'

type Format = { contentType: string; extension: string; open: (parts: RowFileParts) => Promise<RowFile> }

/** How each format is written, and what the browser is told that it is. */
export const formats: Record<ExportFormat, Format> = {
  csv: { contentType: 'text/csv; charset=utf-8', extension: 'csv', open: (parts) => delimitedFile('csv', parts) },
  txt: {
    contentType: 'text/tab-separated-values; charset=utf-8',
    extension: 'txt',
    open: (parts) => delimitedFile('txt', parts),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    open: workbookFile,
  },
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', open: printFile },
}
