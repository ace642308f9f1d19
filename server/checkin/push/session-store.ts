import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/**
 * When a guardian's session ends; it does not end before the transaction does. Null: it has, or the person is archived.
 * People are locked before what is theirs, as a merge does.
 */
export async function holdSession(
  tx: Tx,
  { tokenHash, personId, at }: { tokenHash: Buffer; personId: string; at: Date },
): Promise<Date | null> {
  await sql`select from person where id = ${personId} for key share`.execute(tx)
  const { rows } = await sql<{ expiresAt: Date }>`
    select s.expires_at as "expiresAt" from guardian_session s
    join guardian_account a on a.id = s.account_id join person p on p.id = a.person_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${at} and a.person_id = ${personId} and p.archived_at is null
    for no key update of s`.execute(tx)
  return rows[0]?.expiresAt ?? null
}
