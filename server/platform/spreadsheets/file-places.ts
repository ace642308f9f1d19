import { ApiError } from '../http/api-error.ts'
import { placesEach } from '../turns.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** Files of one church that may wait or be read at once: the places are few, and every church has a turn. */
const FILES_A_CHURCH = 2
const RETRY_AFTER_SECONDS = 10

const places = placesEach(FILES_A_CHURCH, RETRY_AFTER_SECONDS)

/**
 * Reads an uploaded file for a church. Refuses with `too_many_tries` while two of its files are being read, and what
 * cannot be read by its code; `gone` says that nobody waits for the answer any more.
 */
export async function readForChurch<T>(tenantId: string, gone: AbortSignal, read: () => Promise<T>): Promise<T> {
  const leave = places.take(tenantId)
  try {
    return await read()
  } catch (error) {
    if (error instanceof SpreadsheetError) throw new ApiError(error.code)
    if (gone.aborted) throw new ApiError('malformed_request')
    throw error
  } finally {
    leave()
  }
}
