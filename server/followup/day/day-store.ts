import { sql } from 'kysely'
import type { DayReason } from '#contract/followup/day.ts'
import type { Channel, Outcome } from '#contract/followup/look-ups.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'

/** Whose cards: of these owners, of nobody (the pool), or everybody's. */
export type Whose = { owners: readonly string[] } | 'pool' | 'all'

export type DayRow = {
  personId: string
  memberType: number
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  pictureId: string | null
  reason: DayReason
  taskId: string | null
  instructions: string | null
  taskType: number | null
  dueAt: Date | null
  clockFrom: Date | null
  touchedAt: Date
  handOnAt: Date | null
  ownerId: string | null
  ownerName: string | null
  refused: string[]
  lastAt: Date | null
  lastBy: string | null
  lastChannel: Channel | null
  lastOutcome: Outcome | null
}

const ofOwner = (whose: Whose) => {
  if (whose === 'all') return sql`true`
  return whose === 'pool' ? sql`n.owner_id is null` : sql`n.owner_id = any (${whose.owners}::uuid[])`
}
/** Who waits for a first contact and belongs to nobody yet stands on everybody's list. */
const ofOwnerOrPool = (whose: Whose) =>
  typeof whose === 'string' ? ofOwner(whose) : sql`(n.owner_id is null or ${ofOwner(whose)})`
/** A task is of whoever does it, else of whoever looks after the person. */
const taskOfOwner = (whose: Whose) => {
  if (whose === 'all') return sql`true`
  return whose === 'pool'
    ? sql`coalesce(t.owner_id, n.owner_id) is null`
    : sql`coalesce(t.owner_id, n.owner_id) = any (${whose.owners}::uuid[])`
}

type Asked = {
  whose: Whose
  at: Date
  today: Day
  /** The end of the church's day. */
  dayEnds: Date
  /** Who waits for a first contact since before that is late; who was not touched since before that, for too long. */
  waitedSince: Date
  untouchedSince: Date
  limit: number
}

const NOT_HIDDEN = (at: Date) => sql`
  not n.archived and n.followed and n.lead_status = 0 and (n.snoozed_until is null or n.snoozed_until <= ${at})`

/** Everybody once, by the most pressing reason, what is late first. */
export async function selectDay(
  tx: Tx,
  { whose, at, today, dayEnds, waitedSince, untouchedSince, limit }: Asked,
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with found as (
      (select t.person_id, t.id as task_id, case when t.due_at <= ${at} then 1 else 2 end as rank, t.due_at as since, t.priority
       from followup_task t join newcomer n on n.person_id = t.person_id
       where t.closed_at is null and t.due_at < ${dayEnds} and ${taskOfOwner(whose)} and ${NOT_HIDDEN(at)}
       order by t.due_at limit ${limit})
      union all
      (select n.person_id, null, case when n.clock_from <= ${waitedSince} then 1 else 2 end, n.clock_from, 0 from newcomer n
       where n.contacted_at is null and n.clock_from is not null and ${ofOwnerOrPool(whose)} and ${NOT_HIDDEN(at)}
       order by n.clock_from limit ${limit})
      union all
      (select v.person_id, null, 3, v.at, 1 from newcomer_visit v join newcomer n on n.person_id = v.person_id
       where v.day = ${today}::date and v.how <> 'entry' and ${ofOwner(whose)} and ${NOT_HIDDEN(at)}
         and n.touched_at <= v.at
       order by v.at limit ${limit})
      union all
      (select n.person_id, null, 4, n.touched_at, 1 from newcomer n
       where n.owner_id is not null and n.hand_on_at is not null and n.touched_at <= ${untouchedSince} and ${ofOwner(whose)} and ${NOT_HIDDEN(at)}
       order by n.touched_at limit ${limit})),
    ranked as (
      select distinct on (person_id) person_id, task_id, rank, since, priority from found
      order by person_id, rank, priority, since)
    select r.person_id as "personId", case when n.kind = 'first_timer' then 0 else 1 end as "memberType",
      p.first_name as "firstName", p.last_name as "lastName", p.phone, p.email, p.picture_id as "pictureId",
      case r.rank when 1 then 'overdue' when 2 then 'due' when 3 then 'returned' else 'untouched' end as reason,
      t.id as "taskId", t.instructions, t.type as "taskType", t.due_at as "dueAt",
      case when n.contacted_at is null then n.clock_from end as "clockFrom", n.touched_at as "touchedAt",
      n.hand_on_at as "handOnAt", n.owner_id as "ownerId",
      (select trim(o.first_name || ' ' || o.last_name) from account a join person o on o.id = a.person_id where a.id = n.owner_id) as "ownerName",
      array(select distinct x.channel from opt_out x where x.address in (p.phone, p.email)) as refused,
      l.at as "lastAt", l.by_name as "lastBy", l.channel as "lastChannel", l.outcome as "lastOutcome"
    from ranked r
    join newcomer n on n.person_id = r.person_id
    join person p on p.id = r.person_id
    left join followup_task t on t.id = r.task_id
    left join lateral (
      select l.at, l.channel, l.outcome,
        (select o.first_name from account a join person o on o.id = a.person_id where a.id = l.by_account) as by_name
      from followup_log l where l.person_id = r.person_id and l.kind in ('contact', 'message')
      order by l.at desc, l.id desc limit 1) l on true
    order by r.rank, r.priority, r.since, r.person_id limit ${limit}`.execute(tx)
  return rows
}

type Counts = { snoozed: number; doneToday: number; openTasks: number }

export async function countDay(
  tx: Tx,
  { whose, at, by, dayBegins }: { whose: Whose; at: Date; by: string; dayBegins: Date },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::integer from newcomer n
       where n.snoozed_until > ${at} and not n.archived and n.lead_status = 0 and ${ofOwner(whose)}) as snoozed,
      (select count(distinct l.person_id)::integer from followup_log l
       where l.kind = 'contact' and l.at >= ${dayBegins} and l.by_account = ${by}) as "doneToday",
      (select count(*)::integer from followup_task t join newcomer n on n.person_id = t.person_id
       where t.closed_at is null and not n.archived) as "openTasks"`.execute(tx)
  return rows[0] ?? { snoozed: 0, doneToday: 0, openTasks: 0 }
}

export async function selectNext(
  tx: Tx,
  { whose, at }: { whose: Whose; at: Date },
): Promise<{ name: string; dueAt: Date } | null> {
  const { rows } = await sql<{ name: string; dueAt: Date }>`
    select trim(p.first_name || ' ' || p.last_name) as name, t.due_at as "dueAt"
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where t.closed_at is null and t.due_at > ${at} and not n.archived and ${taskOfOwner(whose)}
    order by t.due_at, t.id limit 1`.execute(tx)
  return rows[0] ?? null
}

type Waiting = { band: number; people: number; names: { id: string; firstName: string; lastName: string }[] }

/** Who waits for a first contact, by whole hours since the visit: bounds are the ends of the bands. */
export async function selectWaiting(
  tx: Tx,
  { at, bounds }: { at: Date; bounds: readonly number[] },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    with waiting as (
      select n.person_id, width_bucket(extract(epoch from ${at}::timestamptz - n.clock_from)::double precision / 3600,
        ${bounds}::double precision[]) as band, n.clock_from
      from newcomer n where n.contacted_at is null and n.clock_from is not null and not n.archived and n.followed and n.lead_status = 0),
    placed as (
      select w.*, row_number() over (partition by w.band order by w.clock_from, w.person_id) as place from waiting w)
    select w.band, count(*)::integer as people,
      coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) order by w.place)
        filter (where w.place <= 3), '[]') as names
    from placed w left join person p on p.id = w.person_id and w.place <= 3
    group by w.band`.execute(tx)
  return rows
}

/** Hours from visit to first contact of the visits since an instant; who was not reached yet waits without end. */
export async function selectSpeed(
  tx: Tx,
  since: Date,
): Promise<{ guests: number; reached: number; median: number | null; ninth: number | null }> {
  const { rows } = await sql<{ guests: number; reached: number; median: number | null; ninth: number | null }>`
    with asked as (
      select case when contacted_at is null then 'infinity'::double precision
        else extract(epoch from contacted_at - clock_from)::double precision / 3600 end as hours
      from newcomer where clock_from >= ${since} and not archived and followed)
    select count(*)::integer as guests, count(*) filter (where hours < 'infinity')::integer as reached,
      nullif(percentile_disc(0.5) within group (order by hours), 'infinity') as median,
      nullif(percentile_disc(0.9) within group (order by hours), 'infinity') as ninth
    from asked`.execute(tx)
  return rows[0] ?? { guests: 0, reached: 0, median: null, ninth: null }
}
