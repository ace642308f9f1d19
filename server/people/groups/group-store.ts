import { sql } from 'kysely'
import type { GroupRow } from '#contract/people/groups.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { lockPeople } from '../persons/person-store.ts'

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

/** The group, which cannot be removed until the act is over; null: there is none. */
export async function lockGroup(tx: Tx, groupId: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from people_group where id = ${groupId}::uuid for key share`.execute(tx)
  return rows[0] ?? null
}

/** Those of these people who may come and go, locked. Who was merged away stays where they were. */
export async function lockForGroup(tx: Tx, ids: string[]): Promise<string[]> {
  const people = await lockPeople(tx, ids, sql`p.merged_into is null`)
  return people.map(({ id }) => id)
}

/** Adds locked people to a locked group; answers who was not in it before. */
export async function addMembers(tx: Tx, groupId: string, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into group_member (tenant_id, group_id, person_id)
    select public.current_tenant(), ${groupId}::uuid, id from unnest(${personIds}::uuid[]) id
    on conflict do nothing returning person_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Takes locked people out of a group; answers who was in it. */
export async function removeMembers(tx: Tx, groupId: string, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from group_member where group_id = ${groupId}::uuid and person_id = any (${personIds}::uuid[])
    returning person_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Null: the group is gone. */
export async function groupName(tx: Tx, groupId: string | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from people_group where id = ${groupId}::uuid`.execute(tx)
  return rows[0]?.name ?? null
}
