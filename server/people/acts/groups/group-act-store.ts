import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { lockPeople } from '../record/people-store.ts'

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
