import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Seen, Standing } from './standing.ts'

/** Those of these people who are followed up, or are to be; held. */
export async function lockSeen(tx: Tx, personIds: readonly string[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    select p.id as "personId", p.kind as "personKind", p.joined_on::text as "joinedOn",
      p.archived_at is not null as "isArchived",
      case when n.person_id is not null then jsonb_build_object('kind', n.kind, 'firstVisitOn', n.first_visit_on::text,
        'memberOn', n.member_on::text, 'stageId', n.stage_id, 'furthestId', n.furthest_id, 'leadStatus', n.lead_status,
        'archived', n.archived, 'stageBefore', (
          select l.before::integer from followup_log l where l.person_id = p.id and l.kind = 'member'
          order by l.at desc, l.id desc limit 1)) end as kept
    from person p left join newcomer n on n.tenant_id = p.tenant_id and n.person_id = p.id
    where p.id = any (${personIds}::uuid[]) and (n.person_id is not null or p.kind <> 'member')
    order by p.id for no key update of p`.execute(tx)
  return rows
}

/** `clockFrom` null: they were entered too long after their visit to be asked how it was. */
export type NewNewcomer = Standing & { personId: string; clockFrom: Date | null }

export async function insertNewcomers(
  tx: Tx,
  tenantId: TenantId,
  { newcomers, at }: { newcomers: readonly NewNewcomer[]; at: Date },
): Promise<void> {
  await sql`
    insert into newcomer (tenant_id, person_id, kind, entered_at, first_visit_on, clock_from, stage_id, furthest_id,
      archived, staged_at, touched_at)
    select ${tenantId}, u.person_id, u.kind, ${at}, u.first_visit_on, u.clock_from, u.stage_id, u.stage_id, u.archived,
      ${at}, ${at}
    from unnest(
      ${newcomers.map(({ personId }) => personId)}::uuid[], ${newcomers.map(({ kind }) => kind)}::text[],
      ${newcomers.map(({ firstVisitOn }) => firstVisitOn)}::date[],
      ${newcomers.map(({ clockFrom }) => clockFrom)}::timestamptz[],
      ${newcomers.map(({ stageId }) => stageId)}::smallint[], ${newcomers.map(({ archived }) => archived)}::boolean[])
      u (person_id, kind, first_visit_on, clock_from, stage_id, archived)
    on conflict do nothing`.execute(tx)
  await sql`
    insert into newcomer_visit (tenant_id, person_id, day, at, how)
    select n.tenant_id, n.person_id, n.first_visit_on, ${at}, 'entry' from newcomer n
    where n.person_id = any (${newcomers.map(({ personId }) => personId)}::uuid[]) and n.first_visit_on is not null
    on conflict do nothing`.execute(tx)
}

export type Written = Standing & { personId: string }

/** Writes where these newcomers stand, who are held. Another first day moves the visit of it. */
export async function updateStandings(tx: Tx, standings: readonly Written[], at: Date): Promise<void> {
  const ids = standings.map(({ personId }) => personId)
  await sql`
    update newcomer n set kind = u.kind, first_visit_on = u.first_visit_on, member_on = u.member_on,
      staged_at = case when n.stage_id = u.stage_id then n.staged_at else ${at} end, stage_id = u.stage_id,
      furthest_id = u.furthest_id, lead_status = u.lead_status, archived = u.archived,
      hand_on_at = case when u.archived or u.lead_status <> 0 then null else n.hand_on_at end
    from unnest(
      ${ids}::uuid[], ${standings.map(({ kind }) => kind)}::text[],
      ${standings.map(({ firstVisitOn }) => firstVisitOn)}::date[], ${standings.map(({ memberOn }) => memberOn)}::date[],
      ${standings.map(({ stageId }) => stageId)}::smallint[], ${standings.map(({ furthestId }) => furthestId)}::smallint[],
      ${standings.map(({ leadStatus }) => leadStatus)}::smallint[], ${standings.map(({ archived }) => archived)}::boolean[])
      u (person_id, kind, first_visit_on, member_on, stage_id, furthest_id, lead_status, archived)
    where n.person_id = u.person_id`.execute(tx)
  await sql`
    delete from newcomer_visit v using newcomer n
    where v.person_id = any (${ids}::uuid[]) and n.person_id = v.person_id and v.how = 'entry'
      and v.day is distinct from n.first_visit_on`.execute(tx)
  await sql`
    insert into newcomer_visit (tenant_id, person_id, day, at, how)
    select n.tenant_id, n.person_id, n.first_visit_on, ${at}, 'entry' from newcomer n
    where n.person_id = any (${ids}::uuid[]) and n.first_visit_on is not null on conflict do nothing`.execute(tx)
  await recountReturns(tx, ids)
}

/** Second visits as the days say. Answers those for whom it is another day now than before. */
async function recountReturns(tx: Tx, personIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    update newcomer n set second_visit_on = r.day
    from (
      select o.person_id, (
        select min(v.day) from newcomer_visit v where v.person_id = o.person_id and v.day > o.first_visit_on) as day
      from newcomer o where o.person_id = any (${personIds}::uuid[])) r
    where n.person_id = r.person_id and n.second_visit_on is distinct from r.day
    returning n.person_id as "personId"`.execute(tx)
  return rows.map(({ personId }) => personId)
}

type Tally = { personId: string; day: Day; step: 1 | -1 }

export async function insertTallies(
  tx: Tx,
  tenantId: TenantId,
  { tallies, at }: { tallies: readonly Tally[]; at: Date },
): Promise<void> {
  await sql`
    insert into newcomer_tally (tenant_id, person_id, day, step, at)
    select ${tenantId}, t.*, ${at} from unnest(
      ${tallies.map(({ personId }) => personId)}::uuid[], ${tallies.map(({ day }) => day)}::date[],
      ${tallies.map(({ step }) => step)}::smallint[]) t
    returning 1`.execute(tx)
}

export type VisitHow = 'check_in' | 'attendance'
type VisitDay = { personIds: readonly string[]; day: Day; at: Date; how: VisitHow; eventId: string | null }

/**
 * That these people were there on a day; who is not followed up is left out. Answers who was there for another time, and for
 * whom of those it was the second.
 */
export async function insertVisits(tx: Tx, visit: VisitDay): Promise<{ again: string[]; returned: string[] }> {
  const { rows } = await sql<{ personId: string; isFirst: boolean | null }>`
    with came as (
      insert into newcomer_visit (tenant_id, person_id, day, at, how, event_id)
      select n.tenant_id, n.person_id, ${visit.day}::date, ${visit.at}, ${visit.how}, ${visit.eventId}::uuid
      from newcomer n where n.person_id = any (${visit.personIds}::uuid[])
      on conflict do nothing returning person_id, day)
    select c.person_id as "personId", c.day <= n.first_visit_on as "isFirst"
    from came c join newcomer n on n.person_id = c.person_id order by c.person_id`.execute(tx)
  if (rows.length === 0) return { again: [], returned: [] }
  const ids = rows.map(({ personId }) => personId)
  return {
    again: rows.filter(({ isFirst }) => isFirst !== true).map(({ personId }) => personId),
    returned: await recountReturns(tx, ids),
  }
}

/** Takes a day back on which somebody was said to have been there. False: there was no such mark by hand. */
export async function deleteVisit(tx: Tx, { personId, day }: { personId: string; day: Day }): Promise<boolean> {
  const { rows } = await sql`
    delete from newcomer_visit where person_id = ${personId} and day = ${day}::date and how = 'attendance'
    returning 1`.execute(tx)
  if (rows.length > 0) await recountReturns(tx, [personId])
  return rows.length > 0
}

/** What came with a walk-in at the door: parents are followed up, children are counted. */
export async function markWalkedIn(
  tx: Tx,
  { parentIds, childIds, at }: { parentIds: string[]; childIds: string[]; at: Date },
): Promise<void> {
  await sql`
    update newcomer set origin = 'walk_in', clock_from = case when person_id = any (${parentIds}::uuid[]) then ${at}::timestamptz end,
      followed = person_id = any (${parentIds}::uuid[])
    where person_id = any (${[...parentIds, ...childIds]}::uuid[])`.execute(tx)
}

export async function markOrigin(
  tx: Tx,
  { personIds, origin, by }: { personIds: string[]; origin: 'staff' | 'import' | 'form'; by: string | null },
): Promise<void> {
  await sql`
    update newcomer set origin = ${origin}, entered_by = ${by}::uuid where person_id = any (${personIds}::uuid[])`.execute(
    tx,
  )
}
