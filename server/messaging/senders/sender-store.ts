import { sql } from 'kysely'
import type { SenderId, SenderState } from '#contract/messaging/sender-ids.ts'
import { directoryKey, enlist, type Tx } from '#server/platform/database/index.ts'

/** As `sender_id.status` has it, by number. */
export const senderStates: readonly SenderState[] = ['pending', 'processing', 'approved', 'refused']

export type SenderRecord = { mask: string; status: number; refusedReason: string | null; churchName: string }

/** A sender ID of a church, locked; null: the church has none of this id. */
export async function lockSender(tx: Tx, tenantId: string, id: string): Promise<SenderRecord | null> {
  // First the row alone: what is read together with waiting for it would be of the time before the wait.
  await sql`select from sender_id where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx)
  return selectSender(tx, tenantId, id)
}

export async function selectSender(tx: Tx, tenantId: string, id: string): Promise<SenderRecord | null> {
  const { rows } = await sql<SenderRecord>`
    select s.mask, s.status, s.refused_reason as "refusedReason", c.name as "churchName"
    from sender_id s join church c on c.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** The church's sender IDs, those it may send under first. */
export async function selectSenderIds(tx: Tx): Promise<(SenderId & { requestedAt: Date })[]> {
  const { rows } = await sql<SenderId & { requestedAt: Date }>`
    select id, mask, status, refused_reason as "refusedReason", requested_at as "requestedAt" from sender_id
    order by (status = 2) desc, upper(mask)`.execute(tx)
  return rows
}

export type SenderRequest = { tenantId: string; mask: string; requestedBy: string; at: Date }

export async function insertRequest(
  tx: Tx,
  { tenantId, mask, requestedBy, at }: SenderRequest,
): Promise<RequestedSender> {
  const { rows } = await sql<RequestedSender>`
    insert into sender_id (tenant_id, mask, requested_by, requested_at)
    values (${tenantId}, ${mask}, ${requestedBy}, ${at}) returning id, mask, status`.execute(tx)
  await enlist(tx, 'sender', [directoryKey(mask.toUpperCase())])
  const [requested] = rows
  if (!requested) throw new Error('A sender ID was not written')
  return requested
}

type DecidedSender = {
  mask: string
  state: SenderState
  refusedReason: string | null
  /** What single networks say, by their id; the others of the church's country say the same as all. */
  networks?: Readonly<Record<string, { state: SenderState; reason?: string }>>
}

/** Writes a sender ID with what was decided about it before it came here: of a demo, whose church is older than its data. */
export async function addDecidedSender(
  tx: Tx,
  tenantId: string,
  { mask, state, refusedReason, networks = {} }: DecidedSender,
  requestedAt: Date,
): Promise<void> {
  const single = Object.entries(networks)
  await sql`
    with added as (
      insert into sender_id (tenant_id, mask, status, refused_reason, requested_at, decided_at)
      values (${tenantId}, ${mask}, ${senderStates.indexOf(state)}, ${refusedReason}, ${requestedAt},
        ${state === 'pending' ? null : requestedAt})
      returning tenant_id, id
    ), said as (
      select n.id, coalesce(o.state, ${state}) as state,
        case when o.state is null then ${refusedReason}::text else o.reason end as reason
      from church c join mobile_network n on n.country = c.iso_code
        left join unnest(${single.map(([id]) => id)}::text[], ${single.map(([, said]) => said.state)}::text[],
          ${single.map(([, said]) => said.reason ?? null)}::text[]) as o (id, state, reason) on o.id = n.id
      where c.tenant_id = ${tenantId}
    ), written as (
      insert into sender_id_network (tenant_id, sender_id, network_id, state, reason, decided_at)
      select c.tenant_id, a.id, s.id, s.state, s.reason, ${requestedAt}::timestamptz from church c, added a, said s
      where c.tenant_id = ${tenantId} and s.state <> 'pending' returning 1
    )
    select from written`.execute(tx)
  await enlist(tx, 'sender', [directoryKey(mask.toUpperCase())])
}

export type RequestedSender = { id: string; mask: string; status: number }

/** In whatever spelling. */
export async function findByMask(tx: Tx, mask: string): Promise<RequestedSender | null> {
  const { rows } = await sql<RequestedSender>`
    select id, mask, status from sender_id where upper(mask) = upper(${mask})`.execute(tx)
  return rows[0] ?? null
}

export async function countWaiting(tx: Tx): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from sender_id where status < 2`.execute(tx)
  return rows[0]?.waiting ?? 0
}

/** Its mask; null: there is none of this id (any more). */
export async function deleteSender(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ mask: string }>`delete from sender_id where id = ${id} returning mask`.execute(tx)
  return rows[0]?.mask ?? null
}

export type SenderDecision = { status: number; reason: string | null; decidedBy: string | null; at: Date }

export async function saveDecision(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
  { status, reason, decidedBy, at }: SenderDecision,
): Promise<void> {
  await sql`
    update sender_id set status = ${status}, refused_reason = ${reason}, decided_by = ${decidedBy}, decided_at = ${at}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

/** Accounts to tell of a decision: who asked for it while they are on the staff, else every owner. */
export async function selectToTell(tx: Tx, tenantId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with asker as (
      select a.id from sender_id s join account a on a.tenant_id = s.tenant_id and a.id = s.requested_by
      where s.tenant_id = ${tenantId} and s.id = ${id} and a.removed_at is null
    )
    select id from asker
    union all
    select a.id from account a
    where a.tenant_id = ${tenantId} and a.removed_at is null and 'Admin' = any (a.roles) and not exists (select from asker)
    limit 50`.execute(tx)
  return rows.map((row) => row.id)
}

/** Null: whoever it was has left the staff. */
export async function selectAddress(tx: Tx, tenantId: string, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from account where tenant_id = ${tenantId} and id = ${accountId} and removed_at is null`.execute(tx)
  return rows[0]?.email ?? null
}

/** Says whether the church may send under this sender ID, and how it is spelled. */
export async function selectApprovedMask(tx: Tx, mask: string): Promise<string | null> {
  const { rows } = await sql<{ mask: string }>`
    select mask from sender_id where upper(mask) = upper(${mask}) and status = 2`.execute(tx)
  return rows[0]?.mask ?? null
}

/** The one asked for where the church still has it, else the one it has had for the longest; null: it has none. */
export const maskFor = async (tx: Tx, wanted: string | undefined): Promise<string | null> =>
  (wanted === undefined ? null : await selectApprovedMask(tx, wanted)) ?? selectFirstMask(tx)

/** Every sender ID that the church may send under, the one it has had for the longest first. */
export async function selectApprovedMasks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ mask: string }>`
    select mask from sender_id where status = 2 order by requested_at, mask`.execute(tx)
  return rows.map(({ mask }) => mask)
}

/** The sender ID that the church has had approved for the longest; null: it has none. */
export async function selectFirstMask(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ mask: string }>`
    select mask from sender_id where status = 2 order by requested_at, mask limit 1`.execute(tx)
  return rows[0]?.mask ?? null
}
