import { sql } from 'kysely'
import type { Tx, TenantId } from '../../platform/database/index.ts'

export type CollectionHead = {
  registrationId: string
  familyId: string | null
  familyName: string | null
}

const head = sql`r.id as "registrationId", r.family_id as "familyId", f.name as "familyName"`

export async function selectHeadByCode(
  tx: Tx,
  { eventId, day, code }: { eventId: string; day: string; code: string },
): Promise<CollectionHead[]> {
  const { rows } = await sql<CollectionHead>`
    select ${head} from day_code d join registration r on r.id = d.registration_id left join family f on f.id = r.family_id
    where d.day = ${day}::date and d.code = ${code} and r.event_id = ${eventId}`.execute(tx)
  return rows
}

/** Registrations of these families for an event. */
export async function selectHeadsOf(tx: Tx, eventId: string, familyIds: string[]): Promise<CollectionHead[]> {
  const { rows } = await sql<CollectionHead>`
    select ${head} from registration r join family f on f.id = r.family_id
    where r.event_id = ${eventId} and r.family_id = any (${familyIds}::uuid[]) order by f.sort_name, f.id`.execute(tx)
  return rows
}

export type CollectedChild = {
  registrationId: string
  personId: string
  firstName: string
  lastName: string
  pictureId: string | null
  classId: string
  className: string
  checkedInAt: Date | null
  checkedOutAt: Date | null
}

/** The children of these registrations. */
export async function selectCollected(tx: Tx, registrationIds: readonly string[]): Promise<CollectedChild[]> {
  const { rows } = await sql<CollectedChild>`
    select k.registration_id as "registrationId", p.id as "personId", p.first_name as "firstName",
      p.last_name as "lastName", p.picture_id as "pictureId", k.class_id as "classId", c.name as "className", k.checked_in_at as "checkedInAt", k.checked_out_at as "checkedOutAt"
    from registration_child k join person p on p.id = k.person_id join event_class c on c.id = k.class_id
    where k.registration_id = any (${[...registrationIds]}::uuid[]) order by p.sort_name, p.id`.execute(tx)
  return rows
}

/** Since when these children are in class at an event. */
export async function selectInClassSince(
  tx: Tx,
  eventId: string,
  childIds: readonly string[],
): Promise<{ childId: string; since: Date }[]> {
  const { rows } = await sql<{ childId: string; since: Date }>`
    select person_id as "childId", checked_in_at as since from registration_child
    where event_id = ${eventId} and person_id = any (${[...childIds]}::uuid[]) and checked_in_at is not null`.execute(
    tx,
  )
  return rows
}

type NotedRefusal = { personId: string | null; collectorId: string | null; reason: string | null }

/** Refusals that a press has written into the log of an event. Whoever writes by the same press meanwhile is waited for. */
export async function selectRefusalsOf(
  tx: Tx,
  { tenantId, eventId, press }: { tenantId: TenantId; eventId: string; press: string },
): Promise<NotedRefusal[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refusal ${tenantId} ${press}`}, 0))`.execute(tx)
  const { rows } = await sql<NotedRefusal>`
    select person_id as "personId", collector_id as "collectorId", details ->> 'reason' as reason from custody_entry
    where event_id = ${eventId} and act = 'release_refused' and details ->> 'press' = ${press}`.execute(tx)
  return rows
}
