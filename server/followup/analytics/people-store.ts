import { sql, type RawBuilder } from 'kysely'
import type { Figure, Guest } from '#contract/followup/analytics.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages } from '../../platform/exports/index.ts'
import type { Day } from '../../platform/runtime/index.ts'
import { guestsBehind, type Guests } from './guest-store.ts'

type Changed = Readonly<{ from: Day; until: Day; since: Date }>
type Place = { day: Day; id: string }
type Page = { after: Place | null; limit: number }

/** Who changed some days since an instant, or the guests of a figure. */
export type Behind = Changed | { guests: Guests; figure: Figure; furthest: readonly number[] | null }

const rowsBehind = (behind: Behind): RawBuilder<unknown> =>
  'since' in behind ? changedPeople(behind) : guestsBehind(behind.guests, behind.figure, behind.furthest)

const guest = sql`
  p.id, p.first_name as "firstName", p.last_name as "lastName", g.first_visit_on::text as "firstVisitOn",
  g.second_visit_on::text as "secondVisitOn", g.member_on::text as "memberOn", g.activities,
  p.archived_at is not null as "isArchived"`

/** All of them, for a file. */
export const peoplePages = (tx: Tx, behind: Behind): AsyncIterable<readonly Guest[]> =>
  cursorPages<Guest>(
    tx,
    sql`select ${guest} from (${rowsBehind(behind)}) g join person p on p.id = g.person_id
      order by g.first_visit_on desc, g.person_id desc`,
  )

/** The people behind a figure, the latest first. */
export async function selectPeople(tx: Tx, behind: Behind, { after, limit }: Page): Promise<Guest[]> {
  const next = after ? sql`where (w.first_visit_on, w.person_id) < (${after.day}::date, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Guest>`
    with page as (
      select w.* from (${rowsBehind(behind)}) w ${next} order by w.first_visit_on desc, w.person_id desc limit ${limit})
    select ${guest} from page g join person p on p.id = g.person_id
    order by g.first_visit_on desc, g.person_id desc`.execute(tx)
  return rows
}

export async function countPeople(tx: Tx, behind: Behind): Promise<number> {
  const { rows } = await sql<{
    people: number
  }>`select count(*)::integer as people from (${rowsBehind(behind)}) w`.execute(tx)
  return rows[0]?.people ?? 0
}

/** Who was entered into these days, or taken away from them, since an instant; on the day that it was about. */
const changedPeople = ({ from, until, since }: { from: Day; until: Day; since: Date }): RawBuilder<unknown> => sql`
  select c.person_id, c.day as first_visit_on, n.second_visit_on, n.member_on, n.activities
  from (
    select t.person_id, max(t.day) as day from newcomer_tally t
    where t.day between ${from}::date and ${until}::date and t.at >= ${since}
    group by t.person_id having sum(t.step) <> 0) c
  join newcomer n on n.person_id = c.person_id`

export type Described = { property: string; value: string; guests: number }

/** Guests by what the church knows of them as people: age in years, gender, marital status, wish to be visited. */
export async function selectDescribed(tx: Tx, guests: RawBuilder<unknown>, year: number): Promise<Described[]> {
  const { rows } = await sql<Described>`
    with g as (
      select p.gender, p.marital_status, n.wants_visit,
        case when p.birth_year is null then null when ${year} - p.birth_year < 18 then 'Under 18'
          when ${year} - p.birth_year < 26 then '18 - 25' when ${year} - p.birth_year < 36 then '26 - 35'
          when ${year} - p.birth_year < 51 then '36 - 50' else 'Over 50' end as age
      from (${guests}) w join person p on p.id = w.person_id join newcomer n on n.person_id = w.person_id)
    select case when grouping(gender) = 0 then 'gender' when grouping(marital_status) = 0 then 'marital'
        when grouping(wants_visit) = 0 then 'visit' else 'age' end as property,
      coalesce(gender, marital_status, wants_visit::text, age, '') as value, count(*)::integer as guests
    from g group by grouping sets ((gender), (marital_status), (wants_visit), (age))`.execute(tx)
  return rows
}

type Latest = {
  id: string
  firstName: string
  lastName: string
  email: string | null
  phoneNumber: string | null
  date: Day
  howDidYouAboutUsName: string | null
  lifeCycle: string
}

/** The latest guests, by name. */
export async function selectLatest(tx: Tx, guests: RawBuilder<unknown>, limit: number): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone as "phoneNumber",
      g.first_visit_on::text as date, s.name as "howDidYouAboutUsName", c.name as "lifeCycle"
    from (select w.* from (${guests}) w order by w.first_visit_on desc, w.person_id desc limit ${limit}) g
    join person p on p.id = g.person_id
    join newcomer n on n.person_id = g.person_id
    join followup_stage c on c.id = n.stage_id
    left join followup_source s on s.id = n.source_id
    order by g.first_visit_on desc, g.person_id desc`.execute(tx)
  return rows
}
