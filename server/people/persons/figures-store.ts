import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Day } from '../../platform/runtime/index.ts'

export type Capacity = {
  /** Those who count for the plan. */
  people: number
  membershipSize: number
  /** People of imports that are being applied, who have not come yet. */
  coming: number
  /** Plans that the church could choose, the smallest first. */
  plans: { name: string; membershipSize: number }[]
}

/** How many people the church has taken in, how many are on their way, and how many its plans allow. */
export async function selectCapacity(tx: Tx): Promise<Capacity> {
  const { rows } = await sql<Omit<Capacity, 'plans'> & { isoCode: string }>`
    select c.iso_code as "isoCode", z.confirmed as people, s.membership_size as "membershipSize",
      (select coalesce(sum(greatest(i.to_add - i.added, 0)), 0)::integer from people_import i where i.state = 'applying') as coming
    from church_size z, subscription s, church c`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('A church has no size')
  const { isoCode, ...capacity } = found
  const { rows: plans } = await sql<Capacity['plans'][number]>`
    select o.name, o.membership_size as "membershipSize" from plans_on_offer(${isoCode}) o`.execute(tx)
  return { ...capacity, plans }
}

/** Held until the transaction ends: whoever brings people after this sees what this one has taken. */
export async function lockSize(tx: Tx): Promise<void> {
  await sql`select from church_size for no key update`.execute(tx)
}

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
