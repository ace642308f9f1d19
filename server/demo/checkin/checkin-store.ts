import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type DemoCare = { personId: string; kind: 'allergy' | 'medical'; name: string; instruction: string }

export async function insertCare(tx: Tx, tenantId: string, care: DemoCare, at: Date): Promise<void> {
  await sql`
    insert into care_note (tenant_id, person_id, kind, name, instruction, added_at)
    values (${tenantId}, ${care.personId}, ${care.kind}, ${care.name}, ${care.instruction}, ${at})`.execute(tx)
}

export type DemoGrant = {
  familyId: string
  personId: string
  childId: string | null
  kind: 'allowed' | 'not_authorised'
  note: string
}

export async function insertGrant(tx: Tx, tenantId: string, grant: DemoGrant, at: Date): Promise<void> {
  await sql`
    insert into guardian_grant (tenant_id, family_id, person_id, child_id, kind, note, added_by, added_at)
    values (${tenantId}, ${grant.familyId}, ${grant.personId}, ${grant.childId}, ${grant.kind}, ${grant.note}, 'guardian', ${at})`.execute(
    tx,
  )
}

export type DemoVisit = { personId: string; registrationId: string; classId: string; collectorId: string }

/** Children of an event that is over were there and went home, but for those of families at every so manieth place. */
export async function comeAndGo(
  tx: Tx,
  eventId: string,
  { cameAt, wentAt, missing }: { cameAt: Date; wentAt: Date; missing: number },
): Promise<DemoVisit[]> {
  const { rows } = await sql<DemoVisit>`
    update registration_child c set checked_in_at = ${cameAt}, checked_out_at = ${wentAt}, collected_by = r.brought_by
    from (select id, brought_by, row_number() over (order by created_at, id) as place
      from registration where event_id = ${eventId}) r
    where r.id = c.registration_id and r.place % ${missing} <> 0
    returning c.person_id as "personId", c.registration_id as "registrationId", c.class_id as "classId",
      c.collected_by as "collectorId"`.execute(tx)
  return rows
}
