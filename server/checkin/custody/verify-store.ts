import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { chained } from './custody-list-store.ts'
import type { HashedEntry } from './custody-store.ts'

export type EventHead = {
  eventId: string
  eventName: string
  /** Null: the event has no head. */
  entries: number | null
  link: Buffer | null
}

/** Events that have a head, an entry, or a child who came: something of them is to be found in the log. */
export async function selectHeads(tx: Tx): Promise<EventHead[]> {
  const { rows } = await sql<EventHead>`
    select v.id as "eventId", v.name as "eventName", h.entries, h.hash as link
    from event v left join custody_head h on h.tenant_id = v.tenant_id and h.event_id = v.id
    where h.event_id is not null
      or exists (select from custody_entry e where e.tenant_id = v.tenant_id and e.event_id = v.id)
      or exists (select from registration_child r
        where r.tenant_id = v.tenant_id and r.event_id = v.id and r.checked_in_at is not null)
    order by v.starts_at, v.id`.execute(tx)
  return rows
}

/** The entries of an event behind a number, in their order. */
export async function selectEntriesBehind(
  tx: Tx,
  { eventId, number, limit }: { eventId: string; number: number; limit: number },
): Promise<HashedEntry[]> {
  const { rows } = await sql<HashedEntry>`
    select ${chained} from custody_entry e where e.event_id = ${eventId} and e.number > ${number}
    order by e.number limit ${limit}`.execute(tx)
  return rows
}
