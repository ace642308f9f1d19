import { REJECTED_ROWS_SHOWN } from '#contract/messaging/contact-files.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Upload } from '#server/platform/http/index.ts'
import { ContactFileError, parseContactFile, type ParsedContacts } from './parse-contact-file.ts'

/** Reads a contact file away from the server's own thread; refuses what cannot be read with a code. */
export async function readContactFile(upload: Upload, isoCode: string): Promise<ParsedContacts> {
  try {
    return await parseContactFile({ path: upload.path, name: upload.name }, isoCode)
  } catch (error) {
    if (error instanceof ContactFileError) throw new ApiError(error.code)
    throw error
  }
}

/** What the compose page shows of an uploaded file. */
export const presentContactFile = (id: string, fileName: string, parsed: ParsedContacts) => ({
  id,
  fileName,
  rows: parsed.rows,
  contacts: parsed.contacts.length,
  duplicates: parsed.duplicates,
  rejected: parsed.rejected.length,
  rejectedRows: parsed.rejected.slice(0, REJECTED_ROWS_SHOWN),
})
