import { sql } from 'kysely'
import type { ReplyKind } from '#contract/messaging/replies.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type SenderChurch = { tenantId: TenantId; isoCode: string }

/** Churches that may send under this sender ID, with the country that their numbers are read by. */
export async function selectSenderChurches(tx: Tx, mask: string): Promise<SenderChurch[]> {
  const { rows } = await sql<SenderChurch>`
    select tenant_id as "tenantId", iso_code as "isoCode" from find_sender_churches(${mask})`.execute(tx)
  return rows
}

/** The number that replied, as churches of each country read it. */
type ReadNumber = { isoCode: string; phone: string }

/** Of those churches the one that handed something over to the number last before an instant, under this sender ID. */
export async function selectLastWriter(
  tx: Tx,
  { mask, numbers, before }: { mask: string; numbers: readonly ReadNumber[]; before: Date },
): Promise<TenantId | null> {
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from find_last_writer(${mask}, ${numbers.map(({ isoCode }) => isoCode)}::text[],
      ${numbers.map(({ phone }) => phone)}::text[], ${before})`.execute(tx)
  return rows[0]?.tenantId ?? null
}

export type ReplyChurch = { name: string; isoCode: string }

/** Named, as an operator’s transaction sees all of them. */
export async function selectReplyChurch(tx: Tx, tenantId: TenantId): Promise<ReplyChurch | null> {
  const { rows } = await sql<ReplyChurch>`
    select name, iso_code as "isoCode" from church where tenant_id = ${tenantId}`.execute(tx)
  return rows[0] ?? null
}

export type NewReply = {
  tenantId: TenantId
  id: string
  phone: string
  gateway: string
  providerId: string
  sender: string
  text: string
  kind: ReplyKind
  at: Date
  receivedAt: Date
}

/** The conversation with a number, made when there is none yet, and held until the transaction ends. */
export async function holdConversation(tx: Tx, reply: NewReply): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sms_conversation as v (tenant_id, id, phone, sender, last_at, last_text)
    values (${reply.tenantId}, ${reply.id}, ${reply.phone}, ${reply.sender}, ${reply.at}, ${reply.text})
    on conflict (tenant_id, phone) do update set phone = v.phone returning id`.execute(tx)
  const [held] = rows
  if (!held) throw new Error('A conversation was not made')
  return held.id
}

/** False: this reply is here already. */
export async function insertReply(tx: Tx, conversationId: string, reply: NewReply): Promise<boolean> {
  const { tenantId, id, gateway, providerId, sender, text, kind, at, receivedAt } = reply
  const { rows } = await sql`
    insert into sms_reply (tenant_id, id, conversation_id, gateway, provider_id, sender, text, kind, at, received_at)
    values (${tenantId}, ${id}, ${conversationId}, ${gateway}, ${providerId}, ${sender}, ${text}, ${kind}, ${at}, ${receivedAt})
    on conflict (tenant_id, gateway, provider_id) do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Whether they told us to stop or to start again after this instant already: replies come in any order. */
export async function hasLaterCommand(tx: Tx, conversationId: string, { id, at }: NewReply): Promise<boolean> {
  const { rows } = await sql`
    select from sms_reply where conversation_id = ${conversationId} and id <> ${id} and kind in ('stop', 'start') and at > ${at}
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * What a new reply makes of its conversation: one that asks to stop or start is done with, every other waits for somebody.
 * An older one that comes late does not stand as the last.
 */
export async function noteReply(tx: Tx, conversationId: string, { kind, at, text, sender }: NewReply): Promise<void> {
  const isCommand = kind === 'stop' || kind === 'start'
  await sql`
    update sms_conversation set
      last_text = case when ${at}::timestamptz >= last_at then ${text} else last_text end,
      last_is_ours = case when ${at}::timestamptz >= last_at then false else last_is_ours end,
      sender = case when ${at}::timestamptz >= last_at then ${sender} else sender end,
      last_at = greatest(last_at, ${at}::timestamptz),
      unread = unread + ${isCommand ? 0 : 1},
      maybe_stop = case when ${isCommand} then false else maybe_stop or ${kind === 'maybe_stop'} end,
      done_at = case when ${isCommand} then coalesce(done_at, case when unread = 0 then ${at}::timestamptz end) end
    where id = ${conversationId}`.execute(tx)
}

/** The person with this number; null where nobody or more than one has it. */
export async function selectOnlyPerson(tx: Tx, phone: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from person where phone = ${phone} and archived_at is null limit 2`.execute(tx)
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

type UnclaimedReply = { gateway: string; id: string; from: string; to: string; text: string; at: Date }

/** Keeps a reply that no church could be found for. */
export async function keepUnclaimed(tx: Tx, { gateway, id, from, to, text, at }: UnclaimedReply): Promise<void> {
  await sql`select keep_unclaimed_reply(${gateway}, ${id}, ${from}, ${to}, ${text}, ${at})`.execute(tx)
}
