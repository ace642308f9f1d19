import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Churches that have people whom nobody has confirmed. */
export async function selectUnconfirmedChurches(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_unconfirmed_churches()`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** The next people who came by the portal before then and whom nobody has confirmed, held, in the order of their ids. */
export async function lockOldSignUps(
  tx: Tx,
  { before, after, limit }: { before: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where not p.confirmed and p.archived_at is null and p.created_at < ${before}
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of them who never came, nor anybody of their family. */
export async function selectNeverCame(
  tx: Tx,
  ids: readonly string[],
  { before, at }: { before: Date; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select p.id, coalesce(o.person_id, p.id) as member
      from unnest(${[...ids]}::uuid[]) p (id)
      left join family_member m on m.person_id = p.id
      left join family_member o on o.family_id = m.family_id
    )
    select own.id from own join person p on p.id = own.member
    group by own.id
    having not bool_or(
      p.confirmed or p.created_at >= ${before}
      or exists (select from registration_child c where c.person_id = p.id)
      or exists (select from registration r where r.brought_by = p.id)
      or exists (select from event_wait w where w.person_id = p.id or w.asked_by = p.id)
      or exists (select from guardian_session s join guardian_account a on a.id = s.account_id
        where a.person_id = p.id and s.expires_at > ${at})
      or exists (select from account a where a.person_id = p.id)
      or exists (select from staff_invite i where i.person_id = p.id)
      or exists (select from group_member g where g.person_id = p.id)
      or exists (select from person k where k.merged_into = p.id)
      or (select count(*) from family_member f where f.person_id = p.id) > 1)`.execute(tx)
  return rows.map(({ id }) => id)
}
