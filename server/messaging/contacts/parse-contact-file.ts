import { fileURLToPath } from 'node:url'
import { readInProcess } from '../../platform/file-reading/index.ts'
import type { ParsedContacts, ContactPortion } from './collect-contacts.ts'

const CHILD = fileURLToPath(new URL('./contact-file-child.ts', import.meta.url))

/**
 * Reads a contact file (csv, txt, xlsx, by its contents) in a process of its own. `isoCode` is the church's country.
 * Throws SpreadsheetError: `too_many_rows`, or `unreadable_file` when there is no number or the file misbehaves.
 */
export async function parseContactFile(
  file: { path: string; name: string },
  isoCode: string,
  signal?: AbortSignal,
): Promise<ParsedContacts> {
  const parsed: ParsedContacts = { rows: 0, contacts: [], duplicates: 0, rejected: [] }
  for await (const portion of readInProcess<ContactPortion>({ script: CHILD, args: [file.path, isoCode], signal })) {
    if ('contacts' in portion) parsed.contacts.push(...portion.contacts)
    else if ('rejected' in portion) parsed.rejected.push(...portion.rejected)
    else Object.assign(parsed, portion)
  }
  return parsed
}
