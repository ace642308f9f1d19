import { REJECTED_ROWS_SHOWN } from '#contract/messaging/contact-files.ts'
import type { Upload } from '#server/platform/http/index.ts'
import { readForChurch } from '#server/platform/spreadsheets/index.ts'
import { parseContactFile, type ParsedContacts } from './parse-contact-file.ts'

/** Reads a contact file away from the server's own thread; refuses what cannot be read with a code. */
export async function readContactFile(
  upload: Upload,
  church: { tenantId: string; isoCode: string },
  gone: AbortSignal,
): Promise<ParsedContacts> {
  const file = { path: upload.path, name: upload.name }
  return readForChurch(church.tenantId, gone, () => parseContactFile(file, church.isoCode, gone))
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
