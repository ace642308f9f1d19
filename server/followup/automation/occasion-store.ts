import { sql, type RawBuilder } from 'kysely'
import type { Trigger } from '#contract/followup/automation-rules.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Stage } from '../lists/index.ts'
import type { Occasion } from './facts.ts'

type Looking = {
  trigger: Trigger
  stages: readonly Stage[]
  timeZone: string
  /** After this instant. */
  from: Date
  /** Null: whatever the clock says, of lines of the log that were named. */
  until: Date | null
  entryIds?: readonly string[]
  personIds?: readonly string[]
  limit?: number
}

/** Whoever was there longer ago than that before it was entered is not met: it is not their first visit today. */
const LATE_DAYS = 7
/** When a day begins for rules that wait for one. */
const MORNING = '08:00'

/**
 * What happened in a time that a rule waits for, the latest first. The one answer of dry runs, which ask about the past, and
 * of real ones, which ask as soon as it happened. Children who are reached through their parents are left out.
 */
export async function selectOccasions(tx: Tx, looking: Looking): Promise<Occasion[]> {
  const { personIds, limit = 20_000 } = looking
  const { rows } = await sql<Occasion>`
    with found as (${found(looking)})
    select f.person_id as "personId", f.key, f.at, f.day::text as day, f.entry_id as "entryId", f.led_by as "ledBy"
    from found f
    where (${personIds === undefined} or f.person_id = any (${[...(personIds ?? [])]}::uuid[]))
    order by f.at desc, f.person_id limit ${limit}`.execute(tx)
  return rows
}

function found(looking: Looking): RawBuilder<unknown> {
  const { trigger } = looking
  if (trigger.kind === 'first_visit') return firstVisits(looking)
  if (trigger.kind === 'second_visit') return secondVisits(looking)
  if (trigger.kind === 'stage') return reached(looking, trigger.stageId)
  if (trigger.kind === 'no_visit') return absences(looking, trigger.weeks)
  return birthdays(looking)
}

/** Lines of the log of the time, or those that were named. */
const lines = ({ from, until, entryIds }: Looking): RawBuilder<unknown> => sql`
  followup_log l join newcomer n on n.person_id = l.person_id and n.followed
  where l.at > ${from} and (${until === null} or l.at <= ${until})
    and (${entryIds === undefined} or l.id = any (${[...(entryIds ?? [])]}::uuid[]))`

const dayOf = (zone: string) => sql`(l.at at time zone ${zone})::date`
const line = sql`l.id as entry_id, l.rule_id as led_by`

/** A file lists former visitors: nobody in it came today because of it. */
const notFromFile = sql`n.origin <> 'import'`

const firstVisits = (looking: Looking): RawBuilder<unknown> => sql`
  select l.person_id, 'first' as key, l.at, n.first_visit_on as day, ${line} from ${lines(looking)}
    and l.kind = 'entered' and l.after is distinct from 'new_convert'
    and n.first_visit_on between ${dayOf(looking.timeZone)} - ${LATE_DAYS}::integer and ${dayOf(looking.timeZone)}
    and ${notFromFile}`

const secondVisits = (looking: Looking): RawBuilder<unknown> => sql`
  select l.person_id, 'second' as key, l.at, n.second_visit_on as day, ${line} from ${lines(looking)}
    and l.kind = 'visit' and l.after = n.second_visit_on::text
    and n.second_visit_on >= ${dayOf(looking.timeZone)} - ${LATE_DAYS}::integer`

/** Entering is reaching the first stage of one's path, except by a file. */
function reached(looking: Looking, stageId: number): RawBuilder<unknown> {
  const stage = looking.stages.find(({ id }) => id === stageId)
  const track = stage?.meaning === 'entry' ? stage.track : null
  return sql`
    select l.person_id, l.id::text as key, l.at, ${dayOf(looking.timeZone)} as day, ${line} from ${lines(looking)}
      and ((l.kind in ('stage', 'member') and l.after = ${`${stageId}`}) 
        or (l.kind = 'entered' and l.after = ${track}::text and ${notFromFile}))`
}

const ofDays = sql`null::uuid as entry_id, null::uuid as led_by`

/**
 * The morning after the day so many weeks after a visit, when no other came by then: whoever comes every second Sunday is not
 * missed before the service. Members are not first-timers any more. The day that a file gives is no visit to be missed since.
 */
const absences = ({ from, until, timeZone }: Looking, weeks: number): RawBuilder<unknown> => sql`
  select o.* from (
    select v.person_id, v.day::text as key,
      ((v.day + ${weeks * 7 + 1}::integer + ${MORNING}::time) at time zone ${timeZone}) as at, v.day, ${ofDays}
    from newcomer_visit v join newcomer n on n.person_id = v.person_id and n.followed
      and (n.member_on is null or n.member_on > v.day + ${weeks * 7}::integer)
      and (v.how <> 'entry' or ${notFromFile})
    where v.day >= (${from} at time zone ${timeZone})::date - ${weeks * 7 + 2}::integer
      and v.day <= (${until} at time zone ${timeZone})::date - ${weeks * 7 + 1}::integer
      and not exists (
        select from newcomer_visit w
        where w.person_id = v.person_id and w.day > v.day and w.day <= v.day + ${weeks * 7}::integer)) o
  where o.at > ${from} and o.at <= ${until}`

/** In the morning; of 29 February on the 28th in other years. */
const birthdays = ({ from, until, timeZone }: Looking): RawBuilder<unknown> => sql`
  select n.person_id, extract(year from d.day)::text as key, d.at, d.day, ${ofDays}
  from (
    select s::date as day, ((s::date + ${MORNING}::time) at time zone ${timeZone}) as at,
      extract(month from s) as month, extract(day from s) as dom, extract(day from s + interval '1 day') as next
    from generate_series((${from} at time zone ${timeZone})::date, (${until} at time zone ${timeZone})::date, '1 day') s) d
  join person p on p.birth_month = d.month
    and (p.birth_day = d.dom or (d.month = 2 and d.dom = 28 and d.next = 1 and p.birth_day = 29))
    and coalesce(p.birth_year < extract(year from d.day), true)
  join newcomer n on n.person_id = p.id and n.followed and n.member_on is null and n.entered_at <= d.at
  where d.at > ${from} and d.at <= ${until}`
