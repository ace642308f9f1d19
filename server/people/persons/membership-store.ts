import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

/** How many of these groups the church has; none of them can be removed before the transaction ends. */
export async function lockGroups(tx: Tx, groupIds: string[]): Promise<number> {
  if (groupIds.length === 0) return 0
  const { rows } = await sql`
    select from people_group where id = any (${groupIds}::uuid[]) order by id for key share`.execute(tx)
  return rows.length
}

export async function insertGroupsOf(
  tx: Tx,
  tenantId: TenantId,
  { personId, groupIds }: { personId: string; groupIds: string[] },
): Promise<void> {
  await sql`
    insert into group_member (tenant_id, group_id, person_id)
    select ${tenantId}, group_id, ${personId} from unnest(${groupIds}::uuid[]) group_id
    on conflict do nothing`.execute(tx)
}

export async function selectGroupsOf(tx: Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from group_member where person_id = ${personId}`.execute(tx)
  return rows.map((row) => row.group_id)
}

export async function deleteGroupsOf(
  tx: Tx,
  { personId, groupIds }: { personId: string; groupIds: string[] },
): Promise<void> {
  await sql`
    delete from group_member where person_id = ${personId} and group_id = any (${groupIds}::uuid[])`.execute(tx)
}
