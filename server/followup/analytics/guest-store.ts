import { sql, type RawBuilder } from 'kysely'
import type { ContactBand, Figure } from '#contract/followup/analytics.ts'
import type { Day } from '../../platform/runtime/index.ts'

/** Whose first visits lie in these days, and who came again by `asOf`. Owner: an account, `none` for the pool, null everybody. */
export type Guests = { from: Day; until: Day; owner: string | null; asOf: Day }

/**
 * What every figure is counted of, one row a guest: a figure groups these rows, and the people behind it are these rows
 * narrowed. All of it stands in `newcomer_by_visit`.
 * - `returned`: was there on a later day, or became a member.
 * - `source`, `answer`: -1 for not specified.
 * - `contact_minutes`: from the visit until they were reached; -1 still waiting, null no clock ran (kept by the table).
 */
export const guestsOf = ({ from, until, owner, asOf }: Guests): RawBuilder<unknown> => sql`
  select n.person_id, n.first_visit_on, n.second_visit_on, n.member_on, n.activities, n.furthest_id,
    coalesce(least(n.second_visit_on, n.member_on) <= ${asOf}::date, false) as returned,
    case when n.second_visit_on <= ${asOf}::date then n.second_visit_on - n.first_visit_on end as days_to_second,
    coalesce(n.source_id, -1) as source, coalesce(n.interest, -1) as answer,
    n.contact_minutes
  from newcomer n
  where not n.archived and n.first_visit_on between ${from}::date and ${until}::date and ${ownedBy(owner)}`

function ownedBy(owner: string | null): RawBuilder<unknown> {
  if (owner === null) return sql`true`
  return owner === 'none' ? sql`n.owner_id is null` : sql`n.owner_id = ${owner}::uuid`
}

/** In minutes, up to and with the last: none lies in two. */
export const bandMinutes = {
  within24: [0, 1440],
  within36: [1441, 2160],
  within72: [2161, 4320],
  later: [4321, 2_147_483_647],
  waiting: [-1, -1],
} as const satisfies Record<ContactBand, readonly [number, number]>

const between = (column: RawBuilder<unknown>, [from, until]: readonly [number, number]): RawBuilder<unknown> =>
  sql`${column} between ${from} and ${until}`

/** The rows behind a figure. `furthest`: the stages from which one has come as far as the figure's stage. */
export const guestsBehind = (guests: Guests, figure: Figure, furthest: readonly number[] | null): RawBuilder<unknown> =>
  sql`select g.* from (${guestsOf(guests)}) g where ${narrowed(figure, furthest)}`

function narrowed(figure: Figure, furthest: readonly number[] | null): RawBuilder<unknown> {
  const parts = [sql`true`]
  if (figure.returned) parts.push(sql`g.returned`)
  if (figure.secondVisit) parts.push(sql`g.days_to_second is not null`)
  if (figure.within) parts.push(sql`g.days_to_second <= ${Number(figure.within)}`)
  if (furthest) parts.push(sql`g.furthest_id = any (${furthest}::smallint[])`)
  if (figure.interest) parts.push(sql`g.answer = ${numberIn(figure.interest)}`)
  if (figure.source) parts.push(sql`g.source = ${numberIn(figure.source)}`)
  if (figure.contact) parts.push(inBand(figure.contact))
  return sql.join(parts, sql` and `)
}

const numberIn = (text: string): number => (text === 'none' ? -1 : Number(text))

function inBand(contact: NonNullable<Figure['contact']>): RawBuilder<unknown> {
  if (contact === 'started') return sql`g.contact_minutes is not null`
  if (contact === 'reached') return sql`g.contact_minutes >= 0`
  return between(sql`g.contact_minutes`, bandMinutes[contact])
}
