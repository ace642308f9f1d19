import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

export type NotifiedFamily = {
  code: string
  eventName: string
  startsAt: Date
  endsAt: Date
  isCancelled: boolean
  churchName: string
  isoCode: string
  timeZone: string
  /** Null: nobody is left to be told. */
  personId: string | null
  phone: string | null
  email: string | null
}

/**
 * What a family is told about its registration, and where: the person named, else whoever registered, as whom they are
 * kept today, else a parent of the family; nobody whom the family has barred, and with the phone and address of the portal
 * first. Null: there is nothing left to tell.
 */
export async function selectNotified(
  tx: Tx,
  registrationId: string,
  personId: string | null,
): Promise<NotifiedFamily | null> {
  const { rows } = await sql<NotifiedFamily>`
    with recursive named as (
      select p.id, p.merged_into from registration r join person p on p.id = coalesce(${personId}::uuid, r.brought_by)
      where r.id = ${registrationId}
      union select p.id, p.merged_into from named n join person p on p.id = n.merged_into
    ), whom as (
      select p.id, coalesce(g.phone, p.phone) as phone, coalesce(g.email, p.email) as email
      from registration r
      cross join lateral (
        select id, 0 as place from named union all
        select m.person_id, m.role from family_member m where m.family_id = r.family_id and m.role in (1, 2)) as c
      join person p on p.id = c.id and p.archived_at is null
      left join guardian_account g on g.person_id = p.id
      where r.id = ${registrationId} and coalesce(g.phone, p.phone, g.email, p.email) is not null
        and not exists (
          select from guardian_grant b where b.person_id = p.id and b.family_id = r.family_id
            and b.kind = 'not_authorised' and b.revoked_at is null
            and (b.until_day is null or b.until_day >= current_date - 1))
      order by c.place, p.created_at, p.id limit 1
    )
    select r.code, e.name as "eventName", e.starts_at as "startsAt", e.ends_at as "endsAt",
      e.cancelled_at is not null as "isCancelled", c.name as "churchName", c.iso_code as "isoCode",
      c.time_zone as "timeZone", w.id as "personId", w.phone, w.email
    from registration r join event e on e.id = r.event_id cross join church c left join whom w on true
    where r.id = ${registrationId}`.execute(tx)
  return rows[0] ?? null
}

/** Whether any of these is still in the registration. */
export async function isAnyIn(tx: Tx, registrationId: string, personIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from registration_child
    where registration_id = ${registrationId} and person_id = any (${[...personIds]}::uuid[]) limit 1`.execute(tx)
  return rows.length > 0
}

/** Registrations of an event in which somebody is, or waits. */
export async function selectRegistrations(tx: Tx, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from registration r where r.event_id = ${eventId} and (
      exists (select from registration_child k where k.registration_id = r.id)
      or exists (select from event_wait w where w.event_id = r.event_id and w.family_id = r.family_id))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Classes with places left and somebody who waits, of all churches. Asked outside of any church. */
export async function findFreedClasses(tx: Tx, at: Date): Promise<{ tenantId: string; classId: string }[]> {
  const { rows } = await sql<{ tenantId: string; classId: string }>`
    select tenant_id as "tenantId", class_id as "classId" from find_freed_classes(${at})`.execute(tx)
  return rows
}
