import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { MergedFields } from './merged-fields.ts'

export type MergingPerson = MergedFields & { id: string; version: number; isArchived: boolean }
/** Somebody who was merged earlier. */
export type Pointer = { id: string; mergedInto: string }

/** One merge, or undoing of one, at a time in a church: whom a merge points to cannot be merged away meanwhile. */
export async function lockMerges(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merges ${tenantId}`}, 0))`.execute(tx)
}

type LockedPerson = MergingPerson & { mergedInto: string | null }

/** These people and whoever was merged into one of them, locked in the order of ids as every act does. */
export async function lockTogether(tx: Tx, ids: string[]): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    select id, version, archived_at is not null as "isArchived", merged_into as "mergedInto", picture_id as "pictureId",
      first_name as "firstName", last_name as "lastName", email, phone, kind, gender,
      marital_status as "maritalStatus", birth_day as "birthDay", birth_month as "birthMonth",
      birth_year as "birthYear", address, joined_on::text as "joinedOn"
    from person where id = any (${ids}::uuid[]) or merged_into = any (${ids}::uuid[])
    order by id for update`.execute(tx)
  return rows
}

type Merge = { keepId: string; otherIds: string[] }

export async function archiveMerged(tx: Tx, { keepId, otherIds, at }: Merge & { at: Date }): Promise<void> {
  await sql`
    update person set archived_at = ${at}, merged_into = ${keepId}, version = version + 1
    where id = any (${otherIds}::uuid[])`.execute(tx)
}

/** Whoever was merged into one of the others was merged into the one who is kept. */
export async function pointTo(tx: Tx, { keepId, otherIds }: Merge): Promise<void> {
  await sql`update person set merged_into = ${keepId} where merged_into = any (${otherIds}::uuid[])`.execute(tx)
}

/** Whoever is kept is confirmed when one of the others was: a merge never makes more people than there were. */
export async function confirmKept(tx: Tx, { keepId, otherIds }: Merge): Promise<void> {
  await sql`
    update person k set confirmed = true
    where k.id = ${keepId} and not k.confirmed
      and exists (select from person o where o.id = any (${otherIds}::uuid[]) and o.confirmed)`.execute(tx)
}

/** Leaves the version: the fields are written beside it. */
export async function updatePictureOnly(tx: Tx, id: string, pictureId: string | null): Promise<void> {
  await sql`update person set picture_id = ${pictureId} where id = ${id}`.execute(tx)
}
