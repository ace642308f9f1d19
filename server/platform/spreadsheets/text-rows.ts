import Papa from 'papaparse'
import { isBlankRow } from './blank-row.ts'
import { SpreadsheetError, SPREADSHEET_MAX_ROWS } from './spreadsheet-error.ts'

/** As many as a spreadsheet shows: a file of line ends only is no table. */
const MAX_LINES = 1_048_576
/** Titles and headers come before the data; the exact limit is counted by those who know them. */
const ROWS_BEFORE_DATA = 20
const SAMPLE_LENGTH = 64 * 1024
const SAMPLE_ROWS = 100
/** Stands in no text file: each line is one cell. */
const NO_DELIMITER = '\u001f'
const DELIMITERS = [NO_DELIMITER, ',', ';', '\t', '|']
const NO_QUOTE = '\0'

/**
 * Rows of cells of a csv or txt; row 1 of the spreadsheet is index 0. `isTelling` knows cells by which to see
 * what divides them: a phone number, an address.
 */
export function textRows(text: string, isTelling: (cell: string) => boolean): string[][] {
  const [, named, rest] = /^sep=([,;|\t])\n([^]*)$/i.exec(text) ?? []
  const body = rest ?? text
  // A quote that is never closed would swallow every row after it: then quotes are ordinary signs.
  for (const quote of ['"', NO_QUOTE]) {
    const rows = parseRows(body, named ?? sniffDelimiter(body, quote, isTelling), quote)
    if (rows) return quote === NO_QUOTE ? rows.map((row) => row.map(unquote)) : rows
  }
  return []
}

function parseRows(text: string, delimiter: string, quoteChar: string): string[][] | null {
  const rows: string[][] = []
  let filled = 0
  let broken = false
  Papa.parse<string[]>(text, {
    delimiter,
    quoteChar,
    newline: '\n',
    step: ({ data, errors }, parser) => {
      broken ||= errors.some(({ type }) => type === 'Quotes')
      const blank = isBlankRow(data)
      rows.push(blank ? [] : data)
      if (!blank) filled += 1
      if (broken || filled > SPREADSHEET_MAX_ROWS + ROWS_BEFORE_DATA || rows.length > MAX_LINES) parser.abort()
    },
  })
  if (broken && quoteChar !== NO_QUOTE) return null
  if (filled > SPREADSHEET_MAX_ROWS + ROWS_BEFORE_DATA || rows.length > MAX_LINES)
    throw new SpreadsheetError('too_many_rows')
  return rows
}

const unquote = (cell: string): string => cell.replace(/^\s*"([^]*)"\s*$/, '$1').replace(/""/g, '"')

/** The sign that leaves most telling cells whole; then the one that cuts rows most evenly, then into most cells. */
function sniffDelimiter(text: string, quoteChar: string, isTelling: (cell: string) => boolean): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  const whole = text.length > sample.length ? sample.slice(0, sample.lastIndexOf('\n') + 1) || sample : sample
  const scores = DELIMITERS.map((delimiter) => {
    const parsed = Papa.parse<string[]>(whole, { delimiter, quoteChar, newline: '\n', preview: SAMPLE_ROWS })
    const rows = parsed.data.filter((row) => !isBlankRow(row)).map((row) => row.slice(0, SAMPLE_ROWS))
    const telling = rows.filter((row) => row.some(isTelling)).length
    return { delimiter, order: [telling, ...evenness(rows)] }
  })
  return scores.reduce((best, each) => (isBetter(each.order, best.order) ? each : best)).delimiter
}

function evenness(rows: string[][]): [share: number, cells: number] {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [cells, times] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1, 0]
  return [Math.round((10 * times) / (rows.length || 1)), cells]
}

function isBetter(order: number[], than: number[]): boolean {
  const different = order.findIndex((value, index) => value !== than[index])
  return different >= 0 && (order[different] ?? 0) > (than[different] ?? 0)
}
