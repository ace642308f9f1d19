import { sql } from 'kysely'
import type { GroupRow } from '#contract/people/groups.ts'
import { isRefusedBy, type TenantId, type Tx } from '../../platform/database/index.ts'

export type GroupFields = { name: string; category: string; description: string }

/** Archived people are few: they are taken off, which is quicker than looking at everybody else. */
const countedMembers = sql`
  select m.group_id, count(*)::integer as people from group_member m
  where not exists (select from person p where p.id = m.person_id and p.archived_at is not null) group by m.group_id`

/** Every group of the church with the number of people in it, by category and name. */
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
      if (isRefusedBy(error, 'people_group_name')) return false
      throw error
    },
  )
}

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

/** How many of these groups the church has; none of them can be removed before the transaction ends. */
export async function lockGroups(tx: Tx, groupIds: string[]): Promise<number> {
  if (groupIds.length === 0) return 0
  const { rows } = await sql`
    select from people_group where id = any (${groupIds}::uuid[]) order by id for key share`.execute(tx)
  return rows.length
}

/** One group, held in the same way; null: there is none. */
export async function lockGroup(tx: Tx, groupId: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from people_group where id = ${groupId}::uuid for key share`.execute(tx)
  return rows[0] ?? null
}

/** Ids of groups by name as it was asked for, held in the same way. */
export async function lockGroupsOfNames(tx: Tx, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; id: string }>`
    select n.name, g.id from unnest(${names}::text[]) n (name) join people_group g on lower(g.name) = lower(n.name)
    order by g.id for key share of g`.execute(tx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}

/** Makes the groups of these names that the church does not have. Answers their ids. */
export async function makeGroups(tx: Tx, tenantId: TenantId, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into people_group (tenant_id, name)
    select ${tenantId}, name from unnest(${names}::text[]) name order by lower(name)
    on conflict (tenant_id, lower(name)) do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those of these names that no group of the church has. */
export async function selectUnknownGroups(tx: Tx, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.name from unnest(${names}::text[]) n (name)
    where not exists (select from people_group g where lower(g.name) = lower(n.name))`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Removes those of these groups that nobody is in. */
export async function deleteEmptyGroups(tx: Tx, groupIds: string[]): Promise<void> {
  await sql`
    delete from people_group g where g.id = any (${groupIds}::uuid[])
      and not exists (select from group_member m where m.group_id = g.id)`.execute(tx)
}

type Membership = { groupId: string; personId: string }

/** Puts people into groups, both held or new; answers where somebody was not yet. */
export async function joinGroups(tx: Tx, tenantId: TenantId, members: readonly Membership[]): Promise<Membership[]> {
  if (members.length === 0) return []
  const { rows } = await sql<Membership>`
    insert into group_member (tenant_id, group_id, person_id)
    select ${tenantId}, m.* from unnest(
      ${members.map(({ groupId }) => groupId)}::uuid[], ${members.map(({ personId }) => personId)}::uuid[]) m
    on conflict do nothing returning group_id as "groupId", person_id as "personId"`.execute(tx)
  return rows
}

/**
 * Takes people out of groups; answers where somebody was. Group by group: joined with a list, the members of a church that
 * was just filled are compared with everybody of the list.
 */
export async function leaveGroups(tx: Tx, members: readonly Membership[]): Promise<Membership[]> {
  const gone: Membership[] = []
  for (const [groupId, of] of Map.groupBy(members, (member) => member.groupId)) {
    const personIds = of.map(({ personId }) => personId)
    const { rows } = await sql<{ personId: string }>`
      delete from group_member where group_id = ${groupId}::uuid and person_id = any (${personIds}::uuid[])
      returning person_id as "personId"`.execute(tx)
    for (const { personId } of rows) gone.push({ groupId, personId })
  }
  return gone
}

export async function selectGroupsOf(tx: Tx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from group_member where person_id = ${personId}`.execute(tx)
  return rows.map((row) => row.group_id)
}

/** The one who is kept comes into the groups of those merged into them, who stay in theirs. Answers which are new. */
export async function joinGroupsOfMerged(
  tx: Tx,
  { keepId, otherIds }: { keepId: string; otherIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into group_member (tenant_id, group_id, person_id)
    select distinct tenant_id, group_id, ${keepId}::uuid from group_member where person_id = any (${otherIds}::uuid[])
    order by group_id on conflict do nothing returning group_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Null: the group is gone. */
export async function groupName(tx: Tx, groupId: string | null): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from people_group where id = ${groupId}::uuid`.execute(tx)
  return rows[0]?.name ?? null
}
