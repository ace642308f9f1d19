import { sql } from 'kysely'
import type { HolidayYear } from '#contract/operator/holidays.ts'
import type { Tx } from '../../platform/database/index.ts'

type Holiday = { country: string; day: string; name: string; isEstimated: boolean }

/** From a day on, of the countries whose hours ask for them. */
export async function selectHolidays(tx: Tx, from: string): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`
    select p.country, p.day, p.name, p.is_estimated as "isEstimated" from public_holiday p
    where p.day >= ${from}::date and exists (
      select from sending_hours h where h.closed_on_holidays and coalesce(h.country, p.country) = p.country)
    order by p.country, p.day`.execute(tx)
  return rows
}

/** What of the holidays of one country in one year. */
type YearOf = Pick<HolidayYear, 'country' | 'year'>

const years = sql`
  select p.country, extract(year from p.day)::integer as year, max(p.source) as source, max(p.checked_on) as "checkedOn",
    json_agg(json_build_object('day', p.day, 'name', p.name, 'isEstimated', p.is_estimated) order by p.day) as days
  from public_holiday p`

/** All that are entered, by country; each year by itself. */
export async function selectHolidayYears(tx: Tx): Promise<HolidayYear[]> {
  const { rows } = await sql<HolidayYear>`${years} group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Null: none are entered. */
export async function selectHolidayYear(tx: Tx, { country, year }: YearOf): Promise<HolidayYear | null> {
  const { rows } = await sql<HolidayYear>`
    ${years} where p.country = ${country} and extract(year from p.day) = ${year} group by 1, 2`.execute(tx)
  return rows[0] ?? null
}

/** Puts these in the place of all that the country has in the year; in force from the next message that is handed over. */
export async function replaceHolidays(tx: Tx, { country, year, days, source, checkedOn }: HolidayYear): Promise<void> {
  await sql`delete from public_holiday where country = ${country} and extract(year from day) = ${year}`.execute(tx)
  await sql`
    insert into public_holiday (country, day, name, is_estimated, source, checked_on)
    select ${country}, day, name, is_estimated, ${source}, ${checkedOn}::date
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ name }) => name)}::text[],
      ${days.map(({ isEstimated }) => isEstimated)}::boolean[]) as d (day, name, is_estimated)`.execute(tx)
}
