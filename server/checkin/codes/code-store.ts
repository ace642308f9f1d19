import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type DayCode = { day: string; code: string; registrationId: string }

/** Keeps a code for a registration; false when the church has it on that day already. */
export async function insertCode(tx: Tx, tenantId: TenantId, { day, code, registrationId }: DayCode): Promise<boolean> {
  const { rows } = await sql`
    insert into day_code (tenant_id, day, code, registration_id) values (${tenantId}, ${day}, ${code}, ${registrationId})
    on conflict do nothing returning code`.execute(tx)
  return rows.length > 0
}

/**
 * Makes a code of a station's block lead to a registration too; true as well when it leads there already. False when it
 * is not of that block, or leads elsewhere.
 */
export async function attachCode(
  tx: Tx,
  { day, code, registrationId, stationId }: DayCode & { stationId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update day_code set registration_id = ${registrationId}
    where day = ${day} and code = ${code}
      and (registration_id = ${registrationId} or (registration_id is null and station_id = ${stationId}))
    returning code`.execute(tx)
  return rows.length > 0
}

export async function saveRegistrationCode(tx: Tx, { registrationId, code }: Omit<DayCode, 'day'>): Promise<void> {
  await sql`update registration set code = ${code} where id = ${registrationId}`.execute(tx)
}

/** Registrations of an event and their codes, to another day; codes that somebody else has there stay behind. */
export async function moveFreeCodes(tx: Tx, eventId: string, day: string): Promise<void> {
  await sql`update registration set day = ${day} where event_id = ${eventId}`.execute(tx)
  await sql`
    update day_code d set day = ${day} from registration r
    where r.event_id = ${eventId} and d.registration_id = r.id and d.day <> ${day}::date and not exists (
      select from day_code o where o.day = ${day} and o.code = d.code)`.execute(tx)
}

/** Registrations of an event whose own code does not lead to them on this day. */
export async function selectStayedBehind(tx: Tx, eventId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from registration r where r.event_id = ${eventId} and not exists (
      select from day_code d where d.day = ${day} and d.code = r.code and d.registration_id = r.id)`.execute(tx)
  return rows.map(({ id }) => id)
}
