import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { eventFields, type StationEvent } from './children-store.ts'

/** Roles of a family's people by their ids; nobody archived. */
export async function selectRoles(tx: Tx, familyId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ personId: string; role: number }>`
    select m.person_id as "personId", m.role from family_member m join person p on p.id = m.person_id
    where m.family_id = ${familyId} and p.archived_at is null`.execute(tx)
  return new Map(rows.map(({ personId, role }) => [personId, role]))
}

/** The event that a family was registered for last; null: none. */
export async function selectLatestEvent(tx: Tx, familyId: string): Promise<StationEvent | null> {
  const { rows } = await sql<StationEvent>`
    select ${eventFields} from registration r join event e on e.id = r.event_id
    where r.family_id = ${familyId} order by r.created_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}
