import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import { guestsOf, type Guests } from './guest-store.ts'

/**
 * Guests with something in common. `property`: `day` (first visit) and `before` (the same of the days compared with), `told`
 * (how far, from where and what they answered), `lag` (days to the second visit; null none), `contact` (minutes; null no clock).
 */
export type Group = {
  property: 'day' | 'before' | 'told' | 'lag' | 'contact'
  /** Of `day` and `before`, counted from the first day of the period. */
  value: number | null
  /** Of `told` only. */
  stage: number | null
  source: number | null
  answer: number | null
  guests: number
  returned: number
  activities: number
}

type Counting = { guests: Guests; before: Guests | null }

/**
 * All that a screen's figures are made of, in one reading of the index, whose order groups the days by itself: what is left to
 * hash is as little as can be. `offset 0` keeps the rows apart from the grouping, so that each value is worked out once a row.
 */
export async function selectGroups(tx: Tx, { guests, before }: Counting): Promise<Group[]> {
  const { rows } = await sql<Group>`
    with g as (${guestsOf(guests)} order by n.first_visit_on offset 0)
    select case when grouping(first_visit_on) = 0 then 'day' when grouping(furthest_id) = 0 then 'told'
        when grouping(days_to_second) = 0 then 'lag' else 'contact' end as property,
      case when grouping(first_visit_on) = 0 then first_visit_on - ${guests.from}::date
        when grouping(days_to_second) = 0 then days_to_second else contact_minutes end as value,
      furthest_id as stage, source, answer,
      count(*)::integer as guests, count(*) filter (where returned)::integer as returned,
      sum(activities)::integer as activities
    from g group by grouping sets ((first_visit_on), (furthest_id, source, answer), (days_to_second), (contact_minutes))
    ${before ? beforeGroups(before) : sql``}`.execute(tx)
  return rows
}

const beforeGroups = (before: Guests) => sql`
  union all
  select 'before', b.first_visit_on - ${before.from}::date, null, null, null,
    count(*)::integer, count(*) filter (where b.returned)::integer, 0
  from (${guestsOf(before)}) b group by b.first_visit_on`

/** How many there are and came again; and how many came before a day, who are not among them. */
export async function selectTotals(
  tx: Tx,
  guests: Guests,
  since: Day,
): Promise<{ guests: number; returned: number; before: number }> {
  const { rows } = await sql<{ guests: number; returned: number; before: number }>`
    select count(*) filter (where g.first_visit_on >= ${since}::date)::integer as guests,
      count(*) filter (where g.first_visit_on >= ${since}::date and g.returned)::integer as returned,
      count(*) filter (where g.first_visit_on < ${since}::date)::integer as before
    from (${guestsOf(guests)}) g`.execute(tx)
  return rows[0] ?? { guests: 0, returned: 0, before: 0 }
}

/** The latest first visit up to a day of whoever the guests belong to. */
export async function selectLastVisit(tx: Tx, guests: Guests): Promise<Day | null> {
  const { rows } = await sql<{ day: Day }>`
    select g.first_visit_on::text as day from (${guestsOf(guests)}) g
    order by g.first_visit_on desc limit 1`.execute(tx)
  return rows[0]?.day ?? null
}

/** First visits of a day, and the second visits of these people within so many days. */
export type DayGroup = { day: Day; guests: number; within: number[] }

/** So many days, four times. */
type Within = readonly [number, number, number, number]

/** By the day of the first visit. */
export async function selectDays(tx: Tx, guests: Guests, within: Within): Promise<DayGroup[]> {
  const { rows } = await sql<DayGroup>`
    select g.first_visit_on::text as day, count(*)::integer as guests, array[
        count(*) filter (where g.days_to_second <= ${within[0]}::integer)::integer,
        count(*) filter (where g.days_to_second <= ${within[1]}::integer)::integer,
        count(*) filter (where g.days_to_second <= ${within[2]}::integer)::integer,
        count(*) filter (where g.days_to_second <= ${within[3]}::integer)::integer] as within
    from (${guestsOf(guests)}) g group by g.first_visit_on`.execute(tx)
  return rows
}

type Closed = { from: Day; until: Day; since: Date }
export type MonthChange = { from: Day; added: number; removed: number }

/** By how many people each of these months has changed since it was closed: who came and went again is neither. */
export async function selectChanges(tx: Tx, months: readonly Closed[]): Promise<MonthChange[]> {
  const { rows } = await sql<MonthChange>`
    select c.from_day::text as "from", count(*) filter (where c.step > 0)::integer as added,
      count(*) filter (where c.step < 0)::integer as removed
    from (
      select m.from_day, t.person_id, sum(t.step) as step
      from unnest(
        ${months.map(({ from }) => from)}::date[], ${months.map(({ until }) => until)}::date[],
        ${months.map(({ since }) => since)}::timestamptz[]) m (from_day, until_day, since)
      join newcomer_tally t on t.day between m.from_day and m.until_day and t.at >= m.since
      group by m.from_day, t.person_id) c
    where c.step <> 0 group by c.from_day`.execute(tx)
  return rows
}
