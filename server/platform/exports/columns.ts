import { ApiError } from '../runtime/api-error.ts'

/** What a cell holds; a number stays one in a workbook, a text is never read as anything else. */
export type Cell = string | number | null

export type ExportColumn<Row> = { id: string; heading: string; value: (row: Row) => Cell }

const HEADING_MAX_LENGTH = 60

type Wanted = { columns?: readonly string[] | undefined; headings?: string | undefined }

/** The columns that were asked for, in their order and under the titles given: all of them when nothing is said. */
export function chooseColumns<Row>(all: readonly ExportColumn<Row>[], wanted: Wanted): ExportColumn<Row>[] {
  const chosen = wanted.columns?.length ? wanted.columns.map((id) => columnOf(all, id)) : [...all]
  if (new Set(chosen).size < chosen.length) throw refused('columns', 'Each column once.')
  if (!wanted.headings) return chosen
  const headings = wanted.headings.split('|').map((heading) => heading.trim())
  if (headings.length !== chosen.length) throw refused('headings', 'Give one heading per column.')
  if (headings.some(({ length }) => length > HEADING_MAX_LENGTH))
    throw refused('headings', `Titles have ${HEADING_MAX_LENGTH} letters at most.`)
  return chosen.map((column, index) => ({ ...column, heading: headings[index] || column.heading }))
}

function columnOf<Row>(all: readonly ExportColumn<Row>[], id: string): ExportColumn<Row> {
  const column = all.find((known) => known.id === id)
  if (!column) throw refused('columns', 'This list does not have this column.')
  return column
}

const refused = (field: string, message: string): ApiError =>
  new ApiError('invalid_input', { fields: { [`query.${field}`]: message } })
