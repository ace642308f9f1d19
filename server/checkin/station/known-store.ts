import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Whether the church has this person; a custody log names nobody else's ids. */
export async function isPersonHere(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Whether the church has admitted this station and has not shut it out. */
export async function isStationHere(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from station where id = ${id} and admitted_at is not null and revoked_at is null`.execute(tx)
  return rows.length > 0
}

/** Whether a class is one of this event, removed ones too. */
export async function isClassOf(tx: Tx, { eventId, classId }: { eventId: string; classId: string }): Promise<boolean> {
  const { rows } = await sql`select from event_class where id = ${classId} and event_id = ${eventId}`.execute(tx)
  return rows.length > 0
}
