import { ContactFileError } from '../contact-files/contact-file-error.ts'
import { contactTables } from '../contact-files/contact-tables.ts'
import { collectContacts } from './collect-contacts.ts'
import type { ParsedContacts } from './collect-contacts.ts'
import { isPhoneCell } from './phones-in-cell.ts'

/** The contacts of a file, of the first sheet that has any. Only for a process that may die: see parse-contact-file.ts. */
export async function readContacts(path: string, isoCode: string): Promise<ParsedContacts> {
  for await (const table of contactTables(path, (cell) => isPhoneCell(cell, isoCode))) {
    const parsed = collectContacts(table, isoCode)
    if (parsed.contacts.length > 0) return parsed
  }
  throw new ContactFileError('unreadable_file')
}
