/** Rows of data that a file may have. */
export const SPREADSHEET_MAX_ROWS = 100_000

export type SpreadsheetProblem = 'unreadable_file' | 'too_many_rows'

/** A file that cannot be used, by its code of `contract/errors.ts`. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly code: SpreadsheetProblem

  constructor(code: SpreadsheetProblem) {
    super(code)
    this.code = code
  }
}
