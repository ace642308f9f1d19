import { leastHashOf } from './password.ts'
import type { Look } from './query-store.ts'

const KEEPERS = ['account', 'guardian_account', 'operator']

/**
 * Everybody who has a password gets this one, kept so that checking it costs the least there is: hundreds of visits sign in,
 * and every start of the demo looks whether its passwords are still the printed ones.
 */
export async function cheapenPasswords(look: Look, password: string): Promise<void> {
  const hash = leastHashOf(password)
  for (const keeper of KEEPERS)
    await look(`update ${keeper} set password_hash = $1 where password_hash is not null`, [hash])
}
