import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { IncomingReply } from '../gateways/index.ts'

type UnclaimedRecord = {
  id: string
  phone: string
  sender: string
  text: string
  gateway: string
  at: Date
  churches: { id: string; name: string }[]
}

/** Since an instant, behind one, the newest first; with the churches that may send under the sender ID. */
export async function selectUnclaimed(
  tx: Tx,
  { since, after, limit }: { since: Date; after: { at: string; id: string } | null; limit: number },
): Promise<UnclaimedRecord[]> {
  const behind = after ? sql`(u.at, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<Omit<UnclaimedRecord, 'churches'>>`
    select u.id, u.phone, u.sender, u.text, u.gateway, u.at
    from unclaimed_reply u where u.at >= ${since} and ${behind}
    order by u.at desc, u.id desc limit ${limit}`.execute(tx)
  const churches = await selectSenderChurches(tx, [...new Set(rows.map(({ sender }) => sender))])
  return rows.map((row) => ({ ...row, churches: churches.get(row.sender) ?? [] }))
}

/** By sender ID the churches that may send under it, by their names. */
async function selectSenderChurches(
  tx: Tx,
  senders: readonly string[],
): Promise<Map<string, UnclaimedRecord['churches']>> {
  const { rows: found } = await sql<{ sender: string; id: string }>`
    select s.sender, f.tenant_id as id
    from unnest(${[...senders]}::text[]) as s (sender) cross join lateral find_sender_churches(s.sender) f`.execute(tx)
  const { rows: named } = await sql<{ id: string; name: string }>`
    select tenant_id as id, name from church where tenant_id = any (${found.map(({ id }) => id)}::uuid[])
    order by name, tenant_id`.execute(tx)
  return new Map(
    senders.map((sender) => [
      sender,
      named.filter(({ id }) => found.some((one) => one.sender === sender && one.id === id)),
    ]),
  )
}

export async function countUnclaimed(tx: Tx, since: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from unclaimed_reply where at >= ${since}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Takes one out, so that it goes one way only; null: it is gone. */
export async function takeUnclaimed(tx: Tx, id: string, since: Date): Promise<IncomingReply | null> {
  const { rows } = await sql<IncomingReply>`
    delete from unclaimed_reply where id = ${id} and at >= ${since}
    returning gateway, provider_id as id, phone as "from", sender as "to", text, at`.execute(tx)
  return rows[0] ?? null
}

export async function forgetUnclaimed(tx: Tx, before: Date): Promise<void> {
  await sql`select forget_unclaimed_replies(${before})`.execute(tx)
}
