/** One bar, column or slice. */
export type Datum = {
  /** Unlike every other of the chart. */
  id: string
  label: string
  value: number
  /** Not specified, or not over: hatched. */
  isHatched?: boolean
  /** What it is compared with. */
  before?: number | null
  /** Beside the number: a share. */
  note?: string
  /** Of a share of less than thirty: what it can be said in. */
  range?: string
}

/** A chart as rows and columns: what screen readers, the file and the picture show. */
export type Sheet = { headings: readonly string[]; rows: readonly (readonly string[])[] }

/** What stands above a chart that was taken out of its page. */
export type Heading = { title: string; period: string; count: string }

const FORMULA = /^[=+\-@\t\r]/

/** A cell of a file; what a spreadsheet would take for a formula is a text. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The chart as a file, under its title, its period and how many it is of; begins with a mark that spreadsheets know. */
export function csvOf({ title, period, count }: Heading, { headings, rows }: Sheet): string {
  const lines = [[title], [period], [count], [], headings, ...rows]
  return `\u{feff}${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}

const LETTERS = /[^\p{L}\p{N}]+/gu
export const fileNameOf = ({ title, period }: Heading, ending: 'csv' | 'png'): string =>
  `${`${title} ${period}`.replaceAll(LETTERS, '-').replaceAll(/^-|-$/g, '').toLowerCase()}.${ending}`
