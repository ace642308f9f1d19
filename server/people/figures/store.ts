import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { Day } from './weeks.ts'

export type Period = { from: Day; to: Day }

export async function countPeople(tx: Tx): Promise<{ people: number; withPhone: number }> {
  const { rows } = await sql<{ people: number; withPhone: number }>`
    select people, with_phone as "withPhone" from church_size`.execute(tx)
  return rows[0] ?? { people: 0, withPhone: 0 }
}

/** First-timers of a period by day; days without one are left out. */
export async function countFirstTimersByDay(tx: Tx, { from, to }: Period): Promise<{ day: Day; people: number }[]> {
  const { rows } = await sql<{ day: Day; people: number }>`
    select joined_on::text as day, count(*)::integer as people from person
    where archived_at is null and kind = 'first_timer' and joined_on between ${from}::date and ${to}::date
    group by joined_on`.execute(tx)
  return rows
}
