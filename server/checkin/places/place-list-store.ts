import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type PlacesLeft = { classId: string; placesLeft: number | null }

/** The places left of an event's classes; null: as many as come. */
export async function selectPlacesLeft(tx: Tx, eventId: string): Promise<PlacesLeft[]> {
  const { rows } = await sql<PlacesLeft>`
    select id as "classId", capacity - taken - leased as "placesLeft" from event_class
    where event_id = ${eventId} and removed_at is null order by position, id`.execute(tx)
  return rows
}
