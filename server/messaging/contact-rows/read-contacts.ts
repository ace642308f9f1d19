import { SpreadsheetError, spreadsheetTables } from '#server/platform/spreadsheets/index.ts'
import { collectContacts } from './collect-contacts.ts'
import type { ParsedContacts } from './collect-contacts.ts'
import { isPhoneCell } from './phones-in-cell.ts'

/** The contacts of a file, of the first sheet that has any. Only for a process that may die: see parse-contact-file.ts. */
export async function readContacts(path: string, isoCode: string): Promise<ParsedContacts> {
  for await (const table of spreadsheetTables(path, (cell) => isPhoneCell(cell, isoCode))) {
    const parsed = collectContacts(table, isoCode)
    if (parsed.contacts.length > 0) return parsed
  }
  throw new SpreadsheetError('unreadable_file')
}
