import { verifyNothing, verifyPassword } from '../passwords/passwords.ts'
import type { KnownAccount } from './session-store.ts'

/** Those of an address's accounts whose password this is, the oldest first. Takes its time where there is no account. */
export async function findMatches(accounts: readonly KnownAccount[], password: string): Promise<KnownAccount[]> {
  if (accounts.length === 0) await verifyNothing(password)
  const matches: KnownAccount[] = []
  for (const account of accounts) if (await verifyPassword(password, account.passwordHash)) matches.push(account)
  return matches
}
