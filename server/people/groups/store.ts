import { sql } from 'kysely'
import type { GroupRow } from '#contract/people/groups.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type GroupFields = { name: string; category: string; description: string }

/** Archived people are few: they are taken off, which is quicker than looking at everybody else. */
const countedMembers = sql`
  select m.group_id, count(*)::integer as people from group_member m
  where not exists (select from person p where p.id = m.person_id and p.archived_at is not null) group by m.group_id`

export async function selectGroups(tx: Tx): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.category, g.description, coalesce(m.people, 0) as people
    from people_group g left join (${countedMembers}) m on m.group_id = g.id
    order by g.category, lower(g.name), g.id`.execute(tx)
  return rows
}

/** Null when the church has a group of that name. */
export async function insertGroup(tx: Tx, tenantId: TenantId, group: GroupFields): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into people_group (tenant_id, name, category, description)
    values (${tenantId}, ${group.name}, ${group.category}, ${group.description})
    on conflict (tenant_id, lower(name)) do nothing
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function selectGroup(tx: Tx, id: string): Promise<GroupFields | null> {
  const { rows } = await sql<GroupFields>`
    select name, category, description from people_group where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

/** False when another group has that name. The transaction is then at its end: nothing can be asked in it any more. */
export async function updateGroup(tx: Tx, id: string, { name, category, description }: GroupFields): Promise<boolean> {
  const update = sql`
    update people_group set name = ${name}, category = ${category}, description = ${description} where id = ${id}`
  return update.execute(tx).then(
    () => true,
    (error: unknown) => {
      if (isNameTaken(error)) return false
      throw error
    },
  )
}

const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'people_group_name'

/** The name of the group that is gone; null: there was none. */
export async function deleteGroup(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`delete from people_group where id = ${id} returning name`.execute(tx)
  return rows[0]?.name ?? null
}

export async function countMembers(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select people from (${countedMembers}) m where m.group_id = ${id}`.execute(tx)
  return rows[0]?.people ?? 0
}

export async function insertMembers(tx: Tx, tenantId: TenantId, groupId: string, personIds: string[]): Promise<void> {
  await sql`
    insert into group_member (tenant_id, group_id, person_id)
    select ${tenantId}, ${groupId}, person_id from unnest(${personIds}::uuid[]) person_id
    on conflict do nothing`.execute(tx)
}
