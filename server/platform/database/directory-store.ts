import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** What names no church and is found by the directory. */
type DirectoryKind =
  | 'session'
  | 'guardian_session'
  | 'password_reset'
  | 'staff_invite'
  | 'staff_address'
  | 'guardian_address'
  | 'payment'
  | 'campaign'
  | 'campaign_link'
  | 'gateway_message'
  | 'sender'

/** As `directory_key` of the database makes it: of words only the hash is kept. */
export const directoryKey = (word: string): Buffer => createHash('sha256').update(word).digest()

/**
 * Says that these are of the church that was entered. Whoever writes what is found by a token, an address or a reference does
 * so in the same transaction; what has an end is forgotten after it.
 */
export async function enlist(
  tx: Tx,
  kind: DirectoryKind,
  keys: readonly Buffer[],
  until: Date | null = null,
): Promise<void> {
  await sql`select enlist(${kind}, ${[...keys]}::bytea[], ${until})`.execute(tx)
}

/** Takes a provider's name of a payment for the church that was entered; false: another church has it. */
export async function enlistProviderPayment(tx: Tx, method: string, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select enlist_provider_payment(${directoryKey(`${method} ${providerId}`)}) as ours`.execute(tx)
  return rows[0]?.ours ?? false
}

/** The church that was entered is one of the installation's, in this country: first of all that is written of it. */
export async function knowChurch(tx: Tx, isoCode: string): Promise<void> {
  await sql`select know_church(${isoCode})`.execute(tx)
}
