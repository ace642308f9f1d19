import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Whose places: of these people everywhere, of these people in these families, or of everybody of these families. */
type Whose = { familyIds: string[] | null; personIds: string[] | null }

/** Whether a child whom this family registered is checked in, at an event that has not ended before then. Holds them. */
export async function isFamilyInClass(tx: Tx, familyId: string, endedAfter: Date): Promise<boolean> {
  // Registrations are locked before their children, everywhere.
  await sql`select from registration where family_id = ${familyId} order by id for no key update`.execute(tx)
  const { rows } = await sql<{ inClass: boolean }>`
    select c.checked_in_at is not null as "inClass"
    from registration r join registration_child c on c.registration_id = r.id join event e on e.id = r.event_id
    where r.family_id = ${familyId} and c.checked_out_at is null and e.ends_at > ${endedAfter}
    order by c.event_id, c.person_id for update of c`.execute(tx)
  return rows.some(({ inClass }) => inClass)
}

/**
 * Gives up places in classes and lines of events that are not over, of whoever leaves a family or the church; a child who
 * was checked in stays where it is. Registrations are locked before classes, everywhere; whoever waits moves up by the
 * sweep of the lines.
 */
export async function giveUpPlaces(tx: Tx, { familyIds, personIds }: Whose, at: Date): Promise<void> {
  const { rows } = await sql<{ registrationId: string; classId: string }>`
    select c.registration_id as "registrationId", c.class_id as "classId"
    from registration_child c join registration r on r.id = c.registration_id join event e on e.id = c.event_id
    where (${personIds}::uuid[] is null or c.person_id = any (${personIds}::uuid[]))
      and (${familyIds}::uuid[] is null or r.family_id = any (${familyIds}::uuid[]))
      and c.checked_in_at is null and e.ends_at > ${at}`.execute(tx)
  if (rows.length > 0) {
    const registrations = rows.map(({ registrationId }) => registrationId)
    await sql`
      select from registration where id = any (${registrations}::uuid[]) order by id for no key update`.execute(tx)
    await sql`
      select from event_class where id = any (${rows.map(({ classId }) => classId)}::uuid[])
      order by id for no key update`.execute(tx)
    await sql`
      delete from registration_child c using event e
      where e.id = c.event_id and e.ends_at > ${at} and c.registration_id = any (${registrations}::uuid[])
        and (${personIds}::uuid[] is null or c.person_id = any (${personIds}::uuid[]))
        and c.checked_in_at is null`.execute(tx)
  }
  await sql`
    delete from event_wait w using event e
    where e.id = w.event_id and e.ends_at > ${at}
      and (${personIds}::uuid[] is null or w.person_id = any (${personIds}::uuid[]))
      and (${familyIds}::uuid[] is null or w.family_id = any (${familyIds}::uuid[]))`.execute(tx)
}

/** Whether one of these people is registered or waits for an event that has not ended before then. */
export async function anyAtEvent(tx: Tx, personIds: string[], endedAfter: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from registration_child c join event e on e.id = c.event_id
      where c.person_id = any (${personIds}::uuid[]) and e.ends_at > ${endedAfter} and c.checked_out_at is null
        and (e.cancelled_at is null or c.checked_in_at is not null)
    ) or exists (
      select from event_wait w join event e on e.id = w.event_id
      where w.person_id = any (${personIds}::uuid[]) and e.ends_at > ${endedAfter} and e.cancelled_at is null
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Those of these people whom a family has ever registered. */
export async function selectRegistered(tx: Tx, personIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from registration_child where person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}
