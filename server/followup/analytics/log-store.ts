import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { guestsOf, type Guests } from './guest-store.ts'

/** Guests by how far they were on the path, and what had been done about them. */
export type LoggedGroup = { place: number; guests: number; activities: number }

type By = { until: Date; places: readonly { id: number; place: number }[] }

/** As the activity log had it by an instant: cards say only how things are today. */
export async function selectLogged(tx: Tx, guests: Guests, { until, places }: By): Promise<LoggedGroup[]> {
  const { rows } = await sql<LoggedGroup>`
    with g as materialized (${guestsOf(guests)}), logged as (
      select l.person_id, max(p.place) as place,
        count(*) filter (where l.kind in ('contact', 'message'))::integer as activities
      from followup_log l
      left join unnest(${places.map(({ id }) => `${id}`)}::text[], ${places.map(({ place }) => place)}::integer[])
        p (stage, place) on l.kind in ('stage', 'member') and p.stage = l.after
      where l.kind in ('contact', 'message', 'stage', 'member') and l.at < ${until}
        and l.person_id in (select g.person_id from g)
      group by l.person_id)
    select coalesce(d.place, 0) as place, count(*)::integer as guests,
      coalesce(sum(d.activities), 0)::integer as activities
    from g left join logged d on d.person_id = g.person_id group by 1`.execute(tx)
  return rows
}
