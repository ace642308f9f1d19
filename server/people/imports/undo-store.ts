import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Before } from './apply-store.ts'

export type WrittenRow = {
  position: number
  personId: string
  before: Before | null
  joined: string[]
  version: number
}

/** Rows that wrote somebody. */
export async function selectWrittenRows(
  tx: Tx,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select position, person_id as "personId", before, joined, version from people_import_row
    where import_id = ${importId} and version is not null and position > ${after}
    order by position limit ${limit}`.execute(tx)
  return rows
}

export type PersonNow = {
  id: string
  version: number
  isArchived: boolean
  /** Signs in, was registered, is invited, belongs to a family or was part of an act: somebody has made something of the person. */
  isUsed: boolean
  groups: string[]
}

/** These people, held until the transaction ends. */
export async function lockPeople(tx: Tx, ids: string[]): Promise<PersonNow[]> {
  const { rows } = await sql<PersonNow>`
    select p.id, p.version, p.archived_at is not null as "isArchived",
      exists (select from account a where a.person_id = p.id)
        or exists (select from guardian_account g where g.person_id = p.id)
        or exists (select from registration_child c where c.person_id = p.id)
        or exists (select from staff_invite i where i.person_id = p.id)
        or exists (select from family_member m where m.person_id = p.id)
        or exists (
          select from people_act_row r join people_act a on a.id = r.act_id
          where r.person_id = p.id and a.undone_at is null) as "isUsed",
      array(select m.group_id from group_member m where m.person_id = p.id) as groups
    from person p where p.id = any (${ids}::uuid[]) order by p.id for update of p`.execute(tx)
  return rows
}

export async function deletePeople(tx: Tx, ids: string[]): Promise<void> {
  await sql`delete from person where id = any (${ids}::uuid[])`.execute(tx)
}

/** The rows no longer stand for anybody. */
export async function forgetPeopleOf(tx: Tx, importId: string, personIds: string[]): Promise<void> {
  await sql`
    update people_import_row set person_id = null, version = null
    where import_id = ${importId} and person_id = any (${personIds}::uuid[])`.execute(tx)
}

export async function deleteMemberships(tx: Tx, members: { groupId: string; personId: string }[]): Promise<void> {
  await sql`
    delete from group_member m
    using unnest(${members.map(({ groupId }) => groupId)}::uuid[], ${members.map(({ personId }) => personId)}::uuid[])
      u (group_id, person_id)
    where m.group_id = u.group_id and m.person_id = u.person_id`.execute(tx)
}

/** The groups that an import made and that nobody is in any more. */
export async function deleteMadeGroups(tx: Tx, importId: string): Promise<void> {
  await sql`
    delete from people_group g using people_import i
    where i.id = ${importId} and g.id = any (i.made_groups)
      and not exists (select from group_member m where m.group_id = g.id)`.execute(tx)
}
