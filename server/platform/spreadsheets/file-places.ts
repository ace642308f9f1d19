import { ApiError } from '../http/api-error.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** Files of one church that may wait or be read at once: the places are few, and every church has a turn. */
const FILES_A_CHURCH = 2
const RETRY_AFTER_SECONDS = 10

const filesOf = new Map<string, number>()

/**
 * Reads an uploaded file for a church. Refuses with `too_many_tries` while two of its files are being read, and what
 * cannot be read by its code; `gone` says that nobody waits for the answer any more.
 */
export async function readForChurch<T>(tenantId: string, gone: AbortSignal, read: () => Promise<T>): Promise<T> {
  const files = filesOf.get(tenantId) ?? 0
  if (files >= FILES_A_CHURCH) throw new ApiError('too_many_tries', { retryAfter: RETRY_AFTER_SECONDS })
  filesOf.set(tenantId, files + 1)
  try {
    return await read()
  } catch (error) {
    if (error instanceof SpreadsheetError) throw new ApiError(error.code)
    if (gone.aborted) throw new ApiError('malformed_request')
    throw error
  } finally {
    leave(tenantId)
  }
}

function leave(tenantId: string): void {
  const left = (filesOf.get(tenantId) ?? 1) - 1
  if (left > 0) filesOf.set(tenantId, left)
  else filesOf.delete(tenantId)
}
