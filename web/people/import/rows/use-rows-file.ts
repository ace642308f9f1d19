import { exportImportRows, type ImportFile } from '#contract/people/imports.ts'
import { addressOf, callForFile } from '../../../api/call.ts'
import { useTexts } from '../../../languages/index.ts'
import { saveFile } from '../../../lists/list-export.ts'
import { useSession } from '../../../session/session.ts'
import type { ExportProps, FileFormat } from '../../../ui/data-table/index.ts'
import type { rowsQueryOf } from '../import-filter.ts'

type Printed = { headings: string[]; rows: (string | number | null)[][] }

/** Rows of the file as they were, each with what is wrong with it: as a file to correct, and for printing. */
export function useRowsFile(file: ImportFile, wanted: ReturnType<typeof rowsQueryOf>, total: number): ExportProps {
  const t = useTexts()
  const church = useSession().church.name
  const address = (format: FileFormat | 'json') =>
    addressOf(exportImportRows, {
      params: { id: file.id },
      query: { format, title: t('people.import.rows'), ...wanted },
    })
  return {
    what: t('people.import.rowsCount', { count: total }),
    total,
    hasMoreColumns: false,
    church,
    save: (format) => saveFile(address(format), total),
    sheet: async () => {
      const response = await callForFile(address('json'))
      const { headings, rows } = (await response.json()) as Printed
      return { headings, rows: rows.map((row) => row.map((value) => String(value ?? ''))) }
    },
  }
}
