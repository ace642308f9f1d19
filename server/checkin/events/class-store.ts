import { sql } from 'kysely'
import type { ClassInput } from '#contract/checkin/events.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type KeptClass = Omit<ClassInput, 'id'> & {
  id: string
  /** Places that are taken, by children or by a station's lease. */
  taken: number
  /** Those of them that stations hold. */
  leased: number
}

const fields = sql`id, group_id as "groupId", name, age_from as "ageFrom", age_until as "ageUntil", capacity, ratio,
  taken + leased as taken, leased`

/** The classes of an event in their order, locked in the order of their ids; removed ones are left out. */
export async function lockEventClasses(tx: Tx, eventId: string): Promise<KeptClass[]> {
  const { rows } = await sql<KeptClass & { position: number }>`
    select ${fields}, position from event_class where event_id = ${eventId} and removed_at is null
    order by id for no key update`.execute(tx)
  return rows.toSorted((one, other) => one.position - other.position)
}

type Numbered = Omit<ClassInput, 'id'> & { position: number }

export async function insertClass(
  tx: Tx,
  { tenantId, eventId }: { tenantId: TenantId; eventId: string },
  one: Numbered,
): Promise<void> {
  await sql`
    insert into event_class (tenant_id, event_id, group_id, name, age_from, age_until, capacity, ratio, position)
    values (${tenantId}, ${eventId}, ${one.groupId}, ${one.name}, ${one.ageFrom}, ${one.ageUntil}, ${one.capacity},
      ${one.ratio}, ${one.position})`.execute(tx)
}

/** The classes of one event for another. */
export async function copyClasses(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into event_class (tenant_id, event_id, group_id, name, age_from, age_until, capacity, ratio, position)
    select tenant_id, ${toId}::uuid, group_id, name, age_from, age_until, capacity, ratio, position
    from event_class where event_id = ${fromId} and removed_at is null`.execute(tx)
}

export async function updateClass(tx: Tx, id: string, one: Numbered): Promise<void> {
  await sql`
    update event_class set group_id = ${one.groupId}, name = ${one.name}, age_from = ${one.ageFrom},
      age_until = ${one.ageUntil}, capacity = ${one.capacity}, ratio = ${one.ratio}, position = ${one.position}
    where id = ${id}`.execute(tx)
}

/** Nobody waits for them any more either. */
export async function removeClasses(tx: Tx, ids: string[], at: Date): Promise<void> {
  await sql`delete from event_wait where class_id = any (${ids}::uuid[])`.execute(tx)
  await sql`update event_class set removed_at = ${at} where id = any (${ids}::uuid[])`.execute(tx)
}

/** How many of these groups the church has; none can be removed before the transaction ends. */
export async function lockGroups(tx: Tx, ids: string[]): Promise<number> {
  const { rows } = await sql`
    select from people_group where id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return rows.length
}
