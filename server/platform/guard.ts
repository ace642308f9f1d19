/**
 * Spreadsheets run a cell that begins with one of these as a formula (OWASP, CSV injection), also behind spaces and
 * quotes, and in the full-width shapes of Asian keyboards. Where a program takes `;` or a line break inside a text for
 * the end of a cell (French Excel splits at `;`), a cell begins there too.
 */
const FORMULA = /(?<=^|[\t\r\n;])(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^(?='*[\t\r\n])/g
/** The apostrophes that stand there; the apostrophes of the text itself were guarded too, so none of them is taken. */
const GUARDED = /(?<=^|[\t\r\n;])'(?=(?:[^\S\t\r\n]|[\0"'])*[=+\-@＝＋－＠])|^'(?='*[\t\r\n])/g

/**
 * A sign and digits are a number and nothing else. International phones (`+2348031234567`) are among them: they stand as
 * they are, so that our own import, and any telephone or mailing program, reads them back whole. Excel shows such a cell
 * as a number without its plus, which harms nobody; who works in Excel takes the workbook, where phones are text.
 */
const PLAIN_NUMBER = /^[+-]?\d+(\.\d+)?$/

/** Most cells, told at a glance: they begin with a letter or digit, and nothing in them begins another. */
const PLAIN_TEXT = /^[0-9A-Za-z\u00C0-\u024F\u1E00-\u1EFF][^\t\r\n;]*$/

/** A text that no spreadsheet runs: an apostrophe stands before whatever could begin a formula. */
export const guarded = (text: string): string =>
  PLAIN_TEXT.test(text) || PLAIN_NUMBER.test(text) ? text : text.replaceAll(FORMULA, `'`)

/** What `guarded` was given, for reading our own files back. */
export const unguarded = (text: string): string => text.replaceAll(GUARDED, '')
