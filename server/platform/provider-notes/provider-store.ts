import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

export type ProviderCalls = {
  succeeded: number
  failed: number
  /** Of the failed ones, those after the last one that succeeded. */
  failedLast: number
  /** Of the last one that failed. */
  error: string | null
}

export async function saveProviderCalls(tx: Tx, provider: string, calls: ProviderCalls & { at: Date }): Promise<void> {
  await sql`
    select note_provider(${provider}, ${calls.succeeded}, ${calls.failed}, ${calls.failedLast}, ${calls.error}, ${calls.at})`.execute(
    tx,
  )
}
