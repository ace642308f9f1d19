import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type WrittenMail = { to: string; text: string; byName: string; churchName: string }

/** An email as it stands in the log, and to whom it goes; null: nobody is to get it any more. */
export async function selectWrittenMail(tx: Tx, entryId: string): Promise<WrittenMail | null> {
  const { rows } = await sql<WrittenMail>`
    select p.email as to, l.text, c.name as "churchName",
      coalesce((select trim(o.first_name || ' ' || o.last_name) from account a join person o on o.id = a.person_id
        where a.id = l.by_account), '') as "byName"
    from followup_log l join person p on p.id = l.person_id join church c on c.tenant_id = l.tenant_id
    where l.id = ${entryId} and l.kind = 'message' and l.channel = 'email' and p.email is not null and p.archived_at is null
  `.execute(tx)
  return rows[0] ?? null
}
