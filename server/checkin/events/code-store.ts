import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { CODE_ALPHABET, CODE_LENGTH } from '#contract/checkin/codes.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type DayCode = { day: string; code: string; registrationId: string }

/** Keeps a code for a registration; false when the church has it on that day already. */
async function insertCode(tx: Tx, tenantId: TenantId, { day, code, registrationId }: DayCode): Promise<boolean> {
  const { rows } = await sql`
    insert into day_code (tenant_id, day, code, registration_id) values (${tenantId}, ${day}, ${code}, ${registrationId})
    on conflict do nothing returning code`.execute(tx)
  return rows.length > 0
}

/** A check-in code that nobody can guess from another; whether it is free on its day only the database knows. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Of 148 million codes a church uses some thousands on a day: more than two tries in a row are a fault. */
const TRIES = 20

/** Gives a registration another code, because the one it has is somebody else's on that day. Answers it. */
export async function giveCode(
  tx: Tx,
  tenantId: TenantId,
  { day, registrationId }: Omit<DayCode, 'code'>,
): Promise<string> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const code = newCode()
    if (!(await insertCode(tx, tenantId, { day, code, registrationId }))) continue
    await sql`update registration set code = ${code} where id = ${registrationId}`.execute(tx)
    return code
  }
  throw new Error('No code of the day was free.')
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

type Block = { stationId: string; day: string }

/** Codes of a day that a station holds and that are nobody's yet. */
export async function selectFreeCodes(tx: Tx, { stationId, day }: Block): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from day_code where station_id = ${stationId} and day = ${day} and registration_id is null
    order by code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Gives codes to a station; answers those that were nobody's on that day. */
export async function insertFreeCodes(
  tx: Tx,
  { tenantId, stationId, day }: Block & { tenantId: TenantId },
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into day_code (tenant_id, day, code, station_id)
    select ${tenantId}, ${day}, code, ${stationId} from unnest(${codes}::text[]) as c (code)
    on conflict do nothing returning code`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Takes codes that are nobody's from a station: all, or one that it has printed. They lead nowhere on their day from now on. */
export async function takeBackCodes(tx: Tx, stationId: string, code?: { day: string; code: string }): Promise<void> {
  const which = code ? sql`and day = ${code.day} and code = ${code.code}` : sql``
  await sql`
    update day_code set station_id = null where station_id = ${stationId} and registration_id is null ${which}`.execute(
    tx,
  )
}
