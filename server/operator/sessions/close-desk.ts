import { hashToken, looksLikeToken } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { endOperatorSession } from './operator-session-store.ts'

/** Ends the session of a token. One that is none, or that ended before, is no failure. */
export async function closeDesk(database: Database, token: string | undefined): Promise<void> {
  if (token === undefined || !looksLikeToken(token)) return
  await database.withoutTenant((tx) => endOperatorSession(tx, hashToken(token)))
}
