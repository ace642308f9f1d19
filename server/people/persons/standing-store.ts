import { sql, type RawBuilder } from 'kysely'
import { announcement } from '../../platform/announcements.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import type { PersonFields } from './check-person.ts'

/**
 * These people were added, or something of them was written: what they are, since when, archived or brought back. Words,
 * groups, families and pictures are not told.
 */
export const peopleWritten = announcement<{ personIds: string[]; at: Date }>()

// The people of a change travel as lists of ids, and each statement reads one table by such a list. Joined inside the
// database, a church that was just filled is taken for a church of one person, and everybody is compared with everybody:
// five thousand people took half a minute.

type LockedPerson = { id: string; version: number; isMerged: boolean }

/**
 * Locks those of these people who are as `where` says, with `p` for the person; who had to be waited for is looked at
 * again. Always in the order of ids: changes of the same people wait for each other and never block each other.
 */
async function lockPeople(tx: Tx, ids: string[], where: RawBuilder<unknown>): Promise<LockedPerson[]> {
  const { rows } = await sql<LockedPerson>`
    select p.id, p.version, p.merged_into is not null as "isMerged" from person p
    where p.id = any (${ids}::uuid[]) and ${where} order by p.id for update of p`.execute(tx)
  return rows
}

/** Locks these people, whatever they are. */
export const lockAnyway = (tx: Tx, ids: string[]): Promise<LockedPerson[]> => lockPeople(tx, ids, sql`true`)

/** Those of these people who may come into groups and go, locked. Who was merged away stays where they were. */
export const lockUnmerged = (tx: Tx, ids: string[]): Promise<LockedPerson[]> =>
  lockPeople(tx, ids, sql`p.merged_into is null`)

/** Those of these people who are not archived, locked. */
export const lockActive = (tx: Tx, ids: string[]): Promise<LockedPerson[]> =>
  lockPeople(tx, ids, sql`p.archived_at is null`)

/** Those of these people who are archived, locked. */
export async function lockArchived(tx: Tx, ids: string[]): Promise<(LockedPerson & { archivedAt: string })[]> {
  const { rows } = await sql<LockedPerson & { archivedAt: string }>`
    select p.id, p.version, p.merged_into is not null as "isMerged", p.archived_at::text as "archivedAt"
    from person p where p.id = any (${ids}::uuid[]) and p.archived_at is not null
    order by p.id for update of p`.execute(tx)
  return rows
}

/** Locked people leave the lists and their words the search; the number of people follows by trigger. */
export async function archive(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update person set archived_at = ${at}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
  await markTerms(tx, ids, true)
  await peopleWritten.announce(tx, { personIds: ids, at })
}

/** Archives again, each since when they were archived before; `since` gives it by id. */
export async function archiveSince(tx: Tx, since: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const ids = [...since.keys()]
  await sql`
    update person p set version = version + 1, archived_at = s.at
    from unnest(${ids}::uuid[], ${[...since.values()]}::timestamptz[]) as s (id, at)
    where p.id = s.id`.execute(tx)
  await markTerms(tx, ids, true)
  await peopleWritten.announce(tx, { personIds: ids, at })
}

/** Brings locked people back; merged ones are then their own again, and staff has seen them all. */
export async function restore(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`
    update person set archived_at = null, merged_into = null, version = version + 1, confirmed = true
    where id = any (${ids}::uuid[])`.execute(tx)
  await markTerms(tx, ids, false)
  await peopleWritten.announce(tx, { personIds: ids, at })
}

/** Their words are found among the archived, or among the others again. */
async function markTerms(tx: Tx, ids: string[], archived: boolean): Promise<void> {
  await sql`update person_term set archived = ${archived} where person_id = any (${ids}::uuid[])`.execute(tx)
}

/** Those of these people whom nobody has confirmed yet, locked. */
export async function lockUnconfirmed(tx: Tx, ids: string[]): Promise<string[]> {
  const people = await lockPeople(tx, ids, sql`not p.confirmed and p.archived_at is null`)
  return people.map(({ id }) => id)
}

/** From now on they count for the plan; their version stays, for nothing of themselves has changed. */
export async function setConfirmed(tx: Tx, ids: string[]): Promise<void> {
  await sql`update person set confirmed = true where id = any (${ids}::uuid[])`.execute(tx)
}

/** Those of these people who are something else than this, locked. Who was merged away stays as it was. */
export async function lockOthersThan(
  tx: Tx,
  ids: string[],
  kind: PersonKind,
): Promise<{ id: string; version: number; kind: PersonKind }[]> {
  const { rows } = await sql<{ id: string; version: number; kind: PersonKind }>`
    select p.id, p.version, p.kind from person p
    where p.id = any (${ids}::uuid[]) and p.kind <> ${kind} and p.merged_into is null
    order by p.id for update of p`.execute(tx)
  return rows
}

export async function setKind(tx: Tx, { ids, kind, at }: { ids: string[]; kind: PersonKind; at: Date }): Promise<void> {
  await sql`
    update person set kind = ${kind}, version = version + 1 where id = any (${ids}::uuid[])`.execute(tx)
  await peopleWritten.announce(tx, { personIds: ids, at })
}

/** What a merge chooses from. */
export type MergedFields = PersonFields & { pictureId: string | null }
export type MergingPerson = MergedFields & { id: string; version: number; isArchived: boolean }
/** Somebody who was merged earlier. */
export type Pointer = { id: string; mergedInto: string }

/** One merge, or undoing of one, at a time in a church: whom a merge points to cannot be merged away meanwhile. */
export async function lockMerges(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`merges ${tenantId}`}, 0))`.execute(tx)
}

/** These people and whoever was merged into one of them, locked in the order of ids as by every change. */
export async function lockTogether(tx: Tx, ids: string[]): Promise<(MergingPerson & { mergedInto: string | null })[]> {
  const { rows } = await sql<MergingPerson & { mergedInto: string | null }>`
    select id, version, archived_at is not null as "isArchived", merged_into as "mergedInto", picture_id as "pictureId",
      first_name as "firstName", last_name as "lastName", email, phone, kind, gender,
      marital_status as "maritalStatus", birth_day as "birthDay", birth_month as "birthMonth",
      birth_year as "birthYear", address, joined_on::text as "joinedOn"
    from person where id = any (${ids}::uuid[]) or merged_into = any (${ids}::uuid[])
    order by id for update`.execute(tx)
  return rows
}

type Merge = { keepId: string; otherIds: string[] }

/**
 * The others are archived and point to the one who is kept, as does whoever was merged into one of them before. Who is kept
 * is confirmed when one of the others was: a merge never makes more people than there were.
 */
export async function archiveMerged(tx: Tx, { keepId, otherIds, at }: Merge & { at: Date }): Promise<void> {
  await sql`
    update person set archived_at = ${at}, merged_into = ${keepId}, version = version + 1
    where id = any (${otherIds}::uuid[])`.execute(tx)
  await sql`
    update person k set confirmed = true
    where k.id = ${keepId} and not k.confirmed
      and exists (select from person o where o.id = any (${otherIds}::uuid[]) and o.confirmed)`.execute(tx)
  await markTerms(tx, otherIds, true)
  await sql`update person set merged_into = ${keepId} where merged_into = any (${otherIds}::uuid[])`.execute(tx)
  await peopleWritten.announce(tx, { personIds: otherIds, at })
}

/** Leaves the version: the fields of a merge are written beside it. */
export async function setMergedPicture(tx: Tx, id: string, pictureId: string | null): Promise<void> {
  await sql`update person set picture_id = ${pictureId} where id = ${id}`.execute(tx)
}

/** The picture of the one who was kept, and whom that one was merged into since; null: erased since. */
export async function selectKept(
  tx: Tx,
  id: string,
): Promise<{ pictureId: string | null; mergedInto: string | null } | null> {
  const { rows } = await sql<{ pictureId: string | null; mergedInto: string | null }>`
    select picture_id as "pictureId", merged_into as "mergedInto" from person where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whoever of `ids` still points where a merge has put them, to one of `from`, points to `to` again. */
export async function pointBack(
  tx: Tx,
  { ids, from, to }: { ids: string[]; from: string[]; to: string },
): Promise<void> {
  await sql`
    update person set merged_into = ${to} where id = any (${ids}::uuid[]) and merged_into = any (${from}::uuid[])
  `.execute(tx)
}

/** Who was merged into one of these people. */
export async function selectMergedInto(tx: Tx, ids: string[]): Promise<{ id: string; mergedInto: string }[]> {
  const { rows } = await sql<{ id: string; mergedInto: string }>`
    select id, merged_into as "mergedInto" from person where merged_into = any (${ids}::uuid[])`.execute(tx)
  return rows
}

/** Erases locked people: words, groups, families and what changes keep of them go with them. */
export async function deletePersons(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update person set merged_into = null
    where merged_into = any (${ids}::uuid[]) and id <> all (${ids}::uuid[])`.execute(tx)
  await sql`delete from person where id = any (${ids}::uuid[])`.execute(tx)
}

export async function selectPictures(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select picture_id as id from person where id = any (${ids}::uuid[]) and picture_id is not null`.execute(tx)
  return rows.map((row) => row.id)
}

/** Those of these pictures that nobody has. */
export async function selectUnusedPictures(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select picture_id as id from person where picture_id = any (${ids}::uuid[])`.execute(tx)
  const used = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !used.has(id))
}
