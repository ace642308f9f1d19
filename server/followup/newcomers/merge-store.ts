import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type MovedThings = { log: string[]; visits: string[] }

/**
 * Whoever is kept of a merge goes on as the first of the others did, where they were not followed up themselves. Returns whose
 * card was copied; null: none was.
 */
export async function copyNewcomer(
  tx: Tx,
  { keepId, otherIds, at }: { keepId: string; otherIds: string[]; at: Date },
): Promise<string | null> {
  const { rows } = await sql<{ personId: string }>`
    with source as (
      select * from newcomer where person_id = any (${otherIds}::uuid[]) order by entered_at, person_id limit 1),
    copied as (insert into newcomer (tenant_id, person_id, kind, origin, entered_at, entered_by, first_visit_on, second_visit_on,
      member_on, clock_from, contacted_at, contacted_by, source_id, interest, wants_visit, means, event_id, owner_id,
      owned_at, lead_status, stage_id, staged_at, furthest_id, touched_at, hand_on_at, snoozed_until, activities, followed)
    select tenant_id, ${keepId}, kind, origin, entered_at, entered_by, first_visit_on, second_visit_on, member_on,
      clock_from, contacted_at, contacted_by, source_id, interest, wants_visit, means, event_id, owner_id, owned_at,
      lead_status, stage_id, staged_at, furthest_id, touched_at, hand_on_at, snoozed_until, 0, followed
    from source on conflict do nothing returning 1)
    select source.person_id as "personId" from source, copied`.execute(tx)
  await sql`
    insert into newcomer_tally (tenant_id, person_id, day, step, at)
    select n.tenant_id, n.person_id, n.first_visit_on, 1, ${at} from newcomer n
    where n.person_id = ${keepId} and n.first_visit_on is not null
      and not exists (select from newcomer_tally t where t.person_id = n.person_id)
    returning 1`.execute(tx)
  return rows[0]?.personId ?? null
}

/** Deletes the card that an undone merge had copied, unless somebody has done something about the person since. */
export async function deleteCopiedNewcomer(tx: Tx, personId: string): Promise<void> {
  await sql`
    delete from newcomer n where n.person_id = ${personId}
      and not exists (select from followup_log l where l.person_id = n.person_id and l.kind <> 'member')
      and not exists (select from followup_task t where t.person_id = n.person_id)`.execute(tx)
}

/** What was written of somebody, and the days on which they were there, are those of the one who is kept. */
export async function moveLog(tx: Tx, { from, to }: { from: string; to: string }): Promise<MovedThings> {
  const { rows: log } = await sql<{ id: string }>`
    update followup_log set person_id = ${to} where person_id = ${from} returning id`.execute(tx)
  const { rows: visits } = await sql<{ day: string }>`
    insert into newcomer_visit (tenant_id, person_id, day, at, how, event_id)
    select tenant_id, ${to}, day, at, how, event_id from newcomer_visit where person_id = ${from} and how <> 'entry'
    on conflict do nothing returning day::text as day`.execute(tx)
  await recount(tx, [from, to])
  return { log: log.map(({ id }) => id), visits: visits.map(({ day }) => day) }
}

/** A merge was undone: what it moved is theirs again. */
export async function returnLog(
  tx: Tx,
  { things, personId, keepId }: { things: MovedThings; personId: string; keepId: string },
): Promise<void> {
  await sql`
    update followup_log set person_id = ${personId}
    where id = any (${things.log}::uuid[]) and person_id = ${keepId}`.execute(tx)
  await sql`
    delete from newcomer_visit where person_id = ${keepId} and day = any (${things.visits}::date[])`.execute(tx)
  await recount(tx, [personId, keepId])
}

async function recount(tx: Tx, personIds: string[]): Promise<void> {
  await sql`
    update newcomer n set
      activities = (select count(*) from followup_log l where l.person_id = n.person_id and l.kind in ('contact', 'message')),
      second_visit_on = (select min(v.day) from newcomer_visit v where v.person_id = n.person_id and v.day > n.first_visit_on)
    where n.person_id = any (${personIds}::uuid[])`.execute(tx)
}

/** Those of these people about whom somebody has done or written something. */
export async function selectFollowedUp(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select n.person_id as "personId" from newcomer n
    where n.person_id = any (${personIds}::uuid[]) and (n.activities > 0 or n.owner_id is not null or exists (
      select from followup_log l where l.person_id = n.person_id and l.kind in ('note', 'task')))`.execute(tx)
  return rows.map(({ personId }) => personId)
}
