import { sql } from 'kysely'
import type { SenderRequest } from '#contract/operator/requests.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { contains, isBehind, placeOf, type Place } from './waiting-first-store.ts'

export type SenderRecord = Omit<SenderRequest, 'requestedAt' | 'decidedAt' | 'networks'> & {
  requestedAt: Date
  decidedAt: Date | null
}
type PlacedSender = SenderRecord & { rank: number; place: number }

type SenderFilter = {
  search: string
  state: 'waiting' | 'approved' | 'refused' | null
  churchId: string | null
}

const requests = sql`
  select s.id, s.tenant_id as "churchId", c.name as "churchName", c.iso_code as "isoCode", s.mask,
    (array['pending', 'processing', 'approved', 'refused'])[s.status + 1] as state, s.refused_reason as "refusedReason",
    s.requested_at as "requestedAt", s.decided_at as "decidedAt",
    ${placeOf(sql`s.status < 2`, { since: sql`s.requested_at`, decided: sql`coalesce(s.decided_at, s.requested_at)` })}
  from sender_id s join church c on c.tenant_id = s.tenant_id`

const matching = ({ search, state, churchId }: SenderFilter) => sql`
  (${churchId}::uuid is null or s.tenant_id = ${churchId}::uuid) and
  (${state}::text is null
    or ${state}::text = case s.status when 2 then 'approved' when 3 then 'refused' else 'waiting' end)
  and (${search} = '' or s.mask ilike ${contains(search)} or c.name ilike ${contains(search)})`

/** Sender IDs of all churches: those that wait first, the oldest of them first; then the decided, the newest first. */
export async function selectSenderRequests(
  tx: Tx,
  filter: SenderFilter,
  { after, limit }: { after: Place | null; limit: number },
): Promise<PlacedSender[]> {
  const { rows } = await sql<PlacedSender>`
    select * from (${requests} where ${matching(filter)}) r where ${isBehind(after)}
    order by rank, place, id limit ${limit}`.execute(tx)
  return rows
}

export async function countSenderRequests(tx: Tx, filter: SenderFilter): Promise<number> {
  const { rows } = await sql<{ requests: number }>`
    select count(*) as requests from sender_id s join church c on c.tenant_id = s.tenant_id
    where ${matching(filter)}`.execute(tx)
  return rows[0]?.requests ?? 0
}

export async function selectSenderRequest(tx: Tx, churchId: string, id: string): Promise<SenderRecord | null> {
  const { rows } = await sql<PlacedSender>`
    ${requests} where s.tenant_id = ${churchId} and s.id = ${id}`.execute(tx)
  return rows[0] ?? null
}
