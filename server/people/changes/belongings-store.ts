import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { raiseVersions } from '../families/family-store.ts'

type Merge = { keepId: string; otherIds: string[] }

/** Puts the one who is kept into the groups of the others; answers those that are new. The others stay in theirs. */
export async function giveGroups(tx: Tx, { keepId, otherIds }: Merge): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into group_member (tenant_id, group_id, person_id)
    select distinct tenant_id, group_id, ${keepId}::uuid from group_member where person_id = any (${otherIds}::uuid[])
    order by group_id on conflict do nothing returning group_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/** The same with families. The role is that of the first of the others; who is in a family already keeps the own role. */
export async function giveFamilies(tx: Tx, { keepId, otherIds }: Merge): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into family_member (tenant_id, family_id, person_id, role)
    select distinct on (family_id) tenant_id, family_id, ${keepId}::uuid, role
    from family_member where person_id = any (${otherIds}::uuid[])
    order by family_id, array_position(${otherIds}::uuid[], person_id)
    on conflict do nothing returning family_id as id`.execute(tx)
  const ids = rows.map((row) => row.id)
  await raiseVersions(tx, ids)
  return ids
}

export async function takeGroups(tx: Tx, personId: string, groupIds: string[]): Promise<void> {
  await sql`
    delete from group_member where person_id = ${personId} and group_id = any (${groupIds}::uuid[])`.execute(tx)
}

export async function takeFamilies(tx: Tx, personId: string, familyIds: string[]): Promise<void> {
  await sql`
    delete from family_member where person_id = ${personId} and family_id = any (${familyIds}::uuid[])`.execute(tx)
  await raiseVersions(tx, familyIds)
}

/** A copy under an id of its own: each person has a picture that can be removed without the other's. */
export async function copyPicture(tx: Tx, pictureId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into picture (tenant_id, content_type, bytes, added_by, added_at)
    select tenant_id, content_type, bytes, added_by, added_at from picture where id = ${pictureId}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Accounts by which these people sign in. */
export async function selectAccounts(tx: Tx, personIds: string[]): Promise<{ id: string; personId: string }[]> {
  const { rows } = await sql<{ id: string; personId: string }>`
    select id, person_id as "personId" from account
    where person_id = any (${personIds}::uuid[]) and removed_at is null`.execute(tx)
  return rows
}

/** Whoever signs in stays signed in, as the one who is kept. */
export async function moveAccounts(tx: Tx, { keepId, otherIds }: Merge): Promise<void> {
  await sql`
    update account set person_id = ${keepId}
    where person_id = any (${otherIds}::uuid[]) and removed_at is null`.execute(tx)
}

export async function moveInvites(tx: Tx, { keepId, otherIds }: Merge): Promise<void> {
  await sql`update staff_invite set person_id = ${keepId} where person_id = any (${otherIds}::uuid[])`.execute(tx)
}

/** Invitations to the staff that are of these people. */
export async function selectInvites(tx: Tx, personIds: string[]): Promise<{ id: string; personId: string }[]> {
  const { rows } = await sql<{ id: string; personId: string }>`
    select id, person_id as "personId" from staff_invite where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows
}

/** Gives accounts back that a merge moved and that are still where it left them. */
export async function returnAccounts(
  tx: Tx,
  { accountIds, personId, keepId }: { accountIds: string[]; personId: string; keepId: string },
): Promise<void> {
  await sql`
    update account set person_id = ${personId}
    where id = any (${accountIds}::uuid[]) and person_id = ${keepId}`.execute(tx)
}

/** The same with invitations. */
export async function returnInvites(
  tx: Tx,
  { inviteIds, personId, keepId }: { inviteIds: string[]; personId: string; keepId: string },
): Promise<void> {
  await sql`
    update staff_invite set person_id = ${personId}
    where id = any (${inviteIds}::uuid[]) and person_id = ${keepId}`.execute(tx)
}
