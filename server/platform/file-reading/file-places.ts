import { ApiError } from '../runtime/api-error.ts'
import type { Database } from '../database/database.ts'
import { holdSlot } from '../slots/index.ts'
import { SpreadsheetError } from '../spreadsheets/index.ts'

const RETRY_AFTER_SECONDS = 10

type Waiting = {
  database: Database
  tenantId: string
  /** Nobody waits for the answer any more. */
  gone: AbortSignal
}

/**
 * Reads an uploaded file for a church. Refuses with `too_many_tries` while two of its files are being read, and what
 * cannot be read by its code.
 */
export async function readForChurch<T>({ database, tenantId, gone }: Waiting, read: () => Promise<T>): Promise<T> {
  const slot = await holdSlot(database, 'reading', tenantId)
  if (!slot) throw new ApiError('too_many_tries', { retryAfter: RETRY_AFTER_SECONDS })
  try {
    return await read()
  } catch (error) {
    if (error instanceof SpreadsheetError) throw new ApiError(error.code)
    if (gone.aborted) throw new ApiError('malformed_request')
    throw error
  } finally {
    await slot.leave()
  }
}
