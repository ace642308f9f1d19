import type { Database } from '#server/platform/database/index.ts'
import { hashToken, looksLikeToken } from '../tokens.ts'
import { endSession } from './session-store.ts'

/** Ends the sessions of these tokens. A token that is none, or that ended before, is no failure. */
export async function signOut(database: Database, tokens: (string | undefined)[]): Promise<void> {
  const known = tokens.filter((token): token is string => token !== undefined && looksLikeToken(token))
  if (known.length === 0) return
  await database.withoutTenant(async (tx) => {
    for (const token of known) await endSession(tx, hashToken(token))
  })
}
