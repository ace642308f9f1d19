import type { Cell } from '../columns.ts'
import { cellText } from './cell-text.ts'

/** Places of the styles in `styles.xml`. */
const BOLD = 1
const TEXT = 2

const NARROW = 8
const WIDE = 60

/** A, B … Z, AA … of a column's place from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/**
 * The XML of a sheet, from top to bottom. Every text is an inline string, which no program runs as a formula or takes
 * for a number, so that phones keep their plus; numbers are numbers.
 */
export function sheetText(columns: number): {
  head: (rows: readonly (readonly Cell[])[]) => string
  row: (cells: readonly Cell[], style?: number) => string
  headings: (cells: readonly Cell[]) => string
  foot: string
} {
  const letters = Array.from({ length: columns }, (_, index) => columnLetters(index))
  let place = 0
  const row = (cells: readonly Cell[], style = TEXT): string => {
    place += 1
    let text = `<row r="${place}">`
    for (const [index, cell] of cells.entries()) text += cellXml(`${letters[index]}${place}`, cell, style)
    return `${text}</row>`
  }
  return {
    head: (rows) => `${HEAD}<cols>${letters.map((_, index) => widthXml(index, rows)).join('')}</cols><sheetData>`,
    row,
    headings: (cells) => row(cells, BOLD),
    foot: '</sheetData></worksheet>',
  }
}

function cellXml(place: string, cell: Cell, style: number): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(String(cell))}</t></is></c>`
}

function widthXml(index: number, rows: readonly (readonly Cell[])[]): string {
  const longest = rows.reduce((most, cells) => Math.max(most, String(cells[index] ?? '').length), 0)
  const width = Math.min(Math.max(longest + 2, NARROW), WIDE)
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
