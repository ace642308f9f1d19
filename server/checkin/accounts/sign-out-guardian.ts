import { hashToken, looksLikeToken } from '#server/identity/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { endGuardianSession } from './session-store.ts'

/** Ends the sessions of these tokens. A token that is none, or that ended before, is no failure. */
export async function signOutGuardian(database: Database, tokens: (string | undefined)[]): Promise<void> {
  const known = tokens.filter((token): token is string => token !== undefined && looksLikeToken(token))
  if (known.length === 0) return
  await database.withoutTenant(async (tx) => {
    for (const token of known) await endGuardianSession(tx, hashToken(token))
  })
}
