import { verifyNothing, verifyPassword } from '../passwords/passwords.ts'

/** Those of an address's accounts whose password this is, in their order. Takes its time where there is no account. */
export async function findMatches<Account extends { passwordHash: string }>(
  accounts: readonly Account[],
  password: string,
): Promise<Account[]> {
  if (accounts.length === 0) await verifyNothing(password)
  const matches: Account[] = []
  for (const account of accounts) if (await verifyPassword(password, account.passwordHash)) matches.push(account)
  return matches
}
