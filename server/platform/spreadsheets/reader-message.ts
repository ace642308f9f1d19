import type { SpreadsheetProblem } from './spreadsheet-error.ts'

/** What the server says when it wants more. */
export const NEXT = 'next'

/** What the reading process says: portions, and at the end that it is done or why there is nothing. */
export type ReaderMessage<Portion> =
  | { kind: 'portion'; portion: Portion }
  | { kind: 'done' }
  | { kind: 'failed'; code: SpreadsheetProblem }
