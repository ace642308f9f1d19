import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Wanted } from './registration-store.ts'

export type Standing = Wanted & { registrationId: string; hasCheckedIn: boolean }

/** Those of these people who are registered for the event, whoever registered them. */
export async function selectStanding(tx: Tx, eventId: string, personIds: string[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select person_id as "personId", class_id as "classId", registration_id as "registrationId",
      checked_in_at is not null as "hasCheckedIn"
    from registration_child where event_id = ${eventId} and person_id = any (${personIds}::uuid[])`.execute(tx)
  return rows
}

export type NewChildren = { tenantId: TenantId; eventId: string; registrationId: string; at: Date }

/** Answers how many came; who is in another registration of the event stays there. Their places are taken before. */
export async function insertChildren(
  tx: Tx,
  { tenantId, eventId, registrationId, at }: NewChildren,
  children: readonly Wanted[],
): Promise<number> {
  const { rows } = await sql`
    insert into registration_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
    select ${tenantId}, ${eventId}, w.person_id, ${registrationId}, w.class_id, ${at}
    from unnest(${children.map(({ personId }) => personId)}::uuid[], ${children.map(({ classId }) => classId)}::uuid[])
      as w (person_id, class_id) order by w.person_id
    on conflict (tenant_id, event_id, person_id) do nothing returning person_id`.execute(tx)
  return rows.length
}

/** Puts registered children into other classes, where their notes are to be read anew; the places are taken before; the former places are given back by themselves. */
export async function moveChildren(tx: Tx, eventId: string, children: readonly Wanted[]): Promise<void> {
  await sql`
    update registration_child c set class_id = w.class_id, seen_at = null, seen_by = null
    from unnest(${children.map(({ personId }) => personId)}::uuid[], ${children.map(({ classId }) => classId)}::uuid[])
      as w (person_id, class_id)
    where c.event_id = ${eventId} and c.person_id = w.person_id`.execute(tx)
}

/** Takes a child out of an event, unless it was checked in; answers the class whose place is free now. */
export async function deleteChild(tx: Tx, eventId: string, personId: string): Promise<string | null> {
  const { rows } = await sql<{ classId: string }>`
    delete from registration_child where event_id = ${eventId} and person_id = ${personId} and checked_in_at is null
    returning class_id as "classId"`.execute(tx)
  return rows[0]?.classId ?? null
}
