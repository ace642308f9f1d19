import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type CountedGroup = { id: string; name: string; category: string; description: string; people: number }

export async function selectGroups(tx: Tx): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select g.id, g.name, g.category, g.description, coalesce(m.people, 0) as people
    from people_group g
    left join (select group_id, count(*)::integer as people from group_member group by group_id) m on m.group_id = g.id
    order by g.category, lower(g.name), g.id`.execute(tx)
  return rows
}

/** Null when the church has a group of that name. */
export async function insertGroup(
  tx: Tx,
  tenantId: TenantId,
  group: { name: string; category: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into people_group (tenant_id, name, category) values (${tenantId}, ${group.name}, ${group.category})
    on conflict (tenant_id, lower(name)) do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function insertMembers(tx: Tx, tenantId: TenantId, groupId: string, personIds: string[]): Promise<void> {
  await sql`
    insert into group_member (tenant_id, group_id, person_id)
    select ${tenantId}, ${groupId}, person_id from unnest(${personIds}::uuid[]) person_id
    on conflict do nothing`.execute(tx)
}
