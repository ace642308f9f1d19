import { sql, type RawBuilder } from 'kysely'
import type { NetworkDecision, SenderDocument, SenderState } from '#contract/messaging/sender-ids.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** What a network says of a sender ID, with the sender ID. */
export type DecisionRow = Omit<NetworkDecision, 'since' | 'state' | 'documents' | 'usually'> & {
  senderId: string
  state: string
  since: Date | null
  documents: string[]
  usually: string[]
}

/**
 * What networks say of sender IDs, by sender ID: those of the church's country, asked or not, and others that decided. For
 * an operator the sender IDs may be of several churches.
 */
export async function selectDecisions(tx: Tx, senderIds: readonly string[]): Promise<Map<string, NetworkDecision[]>> {
  const { rows } = await sql<DecisionRow>`
    select s.id as "senderId", n.id as "networkId", n.name, n.country as "isoCode", coalesce(d.state, 'pending') as state,
      d.decided_at as since, coalesce(d.documents, '{}') as documents, n.documents as usually, d.reason
    from sender_id s join church c on c.tenant_id = s.tenant_id
      cross join mobile_network n
      left join sender_id_network d on d.tenant_id = s.tenant_id and d.sender_id = s.id and d.network_id = n.id
    where s.id = any (${senderIds}::uuid[]) and (n.country = c.iso_code or d.state is not null)
    order by n.country <> c.iso_code, n.country, n.position`.execute(tx)
  const found = Map.groupBy(rows, ({ senderId }) => senderId)
  return new Map([...found].map(([senderId, decisions]) => [senderId, decisions.map(presentDecision)]))
}

const presentDecision = ({ networkId, name, isoCode, reason, ...row }: DecisionRow): NetworkDecision => ({
  networkId,
  name,
  isoCode,
  state: row.state as SenderState,
  since: row.since?.toISOString() ?? null,
  documents: row.documents as SenderDocument[],
  usually: row.usually as SenderDocument[],
  reason,
})

/** Whether there is such a network. */
export async function isNetwork(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from mobile_network where id = ${id}`.execute(tx)
  return rows.length > 0
}

export type NetworkVerdict = {
  state: SenderState
  reason: string | null
  /** What the church is asked for. */
  documents: readonly SenderDocument[]
  decidedBy: string | null
  at: Date
}

/** Writes what networks say. Answers the names of those of which it is new. */
export async function saveVerdict(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
  networkIds: readonly string[],
  { state, reason, documents, decidedBy, at }: NetworkVerdict,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with written as (
      insert into sender_id_network as d (tenant_id, sender_id, network_id, state, documents, reason, decided_at, decided_by)
      select c.tenant_id, ${id}::uuid, n.id, ${state}, ${documents}::text[], ${reason}, ${at}::timestamptz, ${decidedBy}::uuid
      from church c cross join mobile_network n where c.tenant_id = ${tenantId} and n.id = any (${networkIds}::text[])
      on conflict (tenant_id, sender_id, network_id) do update set state = excluded.state, documents = excluded.documents,
        reason = excluded.reason, decided_at = excluded.decided_at, decided_by = excluded.decided_by
      where (d.state, d.documents, d.reason) is distinct from (excluded.state, excluded.documents, excluded.reason)
      returning network_id
    )
    select n.name from church c cross join mobile_network n
    where c.tenant_id = ${tenantId} and n.id in (select network_id from written) order by n.position`.execute(tx)
  return rows.map(({ name }) => name)
}

/** The name of the network that a number is on, as its first digits let one guess; null: none is known. */
export const networkOf = (number: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select n.name from network_prefix p join mobile_network n on n.id = p.network_id
  where p.prefix in (left(${number}, 5), left(${number}, 6), left(${number}, 7), left(${number}, 8))
  order by length(p.prefix) desc limit 1
)`

type NumberInstead = NonNullable<SmsQuote['numberInstead']>
type Asking = { mask: string; prefixes: readonly { prefix: string; people: number }[] }
type Unapproved = { mask: string; prefix: string; people: number; networkId: string; name: string; state: string }

/**
 * Numbers that show a number instead of the sender ID, by how they begin: those of networks that did not approve it. Which
 * network a number is on is guessed by its first digits, for people keep their number when they change.
 */
export async function selectUnapproved(tx: Tx, { mask, prefixes }: Asking): Promise<Unapproved[]> {
  const { rows } = await sql<Unapproved>`
    with asked as (
      select prefix, people
      from unnest(${prefixes.map(({ prefix }) => prefix)}::text[], ${prefixes.map(({ people }) => people)}::int[])
        as a (prefix, people)
    ), guessed as (
      select a.prefix, a.people, g.network_id
      from asked a cross join lateral (
        select p.network_id from network_prefix p
        where p.prefix in (left(a.prefix, 5), left(a.prefix, 6), left(a.prefix, 7), left(a.prefix, 8))
        order by length(p.prefix) desc limit 1
      ) g
    )
    select s.mask, g.prefix, g.people, n.id as "networkId", n.name, coalesce(d.state, 'pending') as state
    from sender_id s cross join guessed g join mobile_network n on n.id = g.network_id
      left join sender_id_network d on d.tenant_id = s.tenant_id and d.sender_id = s.id and d.network_id = n.id
    where upper(s.mask) = upper(${mask}) and d.state is distinct from 'approved'
    order by n.name, g.prefix`.execute(tx)
  return rows
}

/** How many of these recipients would see a number instead of the sender ID, most first. Null: nobody. */
export async function selectNumberInstead(tx: Tx, asking: Asking & { of: number }): Promise<NumberInstead | null> {
  const rows = await selectUnapproved(tx, asking)
  const [first] = rows
  if (!first) return null
  const byNetwork = [...Map.groupBy(rows, ({ networkId }) => networkId)].map(([networkId, some]) => ({
    networkId,
    name: some[0]?.name ?? '',
    people: some.reduce((sum, { people }) => sum + people, 0),
    state: (some[0]?.state ?? 'pending') as SenderState,
  }))
  const people = byNetwork.reduce((sum, network) => sum + network.people, 0)
  const mostFirst = byNetwork.toSorted((one, other) => other.people - one.people)
  return { mask: first.mask, people, of: asking.of, byNetwork: mostFirst }
}
