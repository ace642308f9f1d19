import { REJECTED_ROWS_SHOWN } from '#contract/messaging/contact-files.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Upload } from '#server/platform/http/index.ts'
import { ContactFileError, parseContactFile, type ParsedContacts } from './parse-contact-file.ts'

/** Files of one church that may wait or be read at once: the places are few, and every church has a turn. */
const FILES_A_CHURCH = 2
const RETRY_AFTER_SECONDS = 10

const filesOf = new Map<string, number>()

/** Reads a contact file away from the server's own thread; refuses what cannot be read with a code. */
export async function readContactFile(
  upload: Upload,
  church: { tenantId: string; isoCode: string },
  gone: AbortSignal,
): Promise<ParsedContacts> {
  const files = filesOf.get(church.tenantId) ?? 0
  if (files >= FILES_A_CHURCH) throw new ApiError('too_many_tries', { retryAfter: RETRY_AFTER_SECONDS })
  filesOf.set(church.tenantId, files + 1)
  try {
    return await parseContactFile({ path: upload.path, name: upload.name }, church.isoCode, gone)
  } catch (error) {
    if (error instanceof ContactFileError) throw new ApiError(error.code)
    if (gone.aborted) throw new ApiError('malformed_request')
    throw error
  } finally {
    leave(church.tenantId)
  }
}

function leave(tenantId: string): void {
  const left = (filesOf.get(tenantId) ?? 1) - 1
  if (left > 0) filesOf.set(tenantId, left)
  else filesOf.delete(tenantId)
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
