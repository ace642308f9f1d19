import { sql, type RawBuilder } from 'kysely'
import type {
  ConversationCounts,
  ConversationFilter,
  ConversationRow,
  ReplyKind,
  Said,
} from '#contract/messaging/replies.ts'
import type { Tx } from '../../platform/database/index.ts'
import { cursorPages } from '../../platform/exports/index.ts'

export type ConversationRecord = Omit<ConversationRow, 'lastAt'> & {
  lastAt: Date
  sender: string
  assignedBy: string | null
  assignedAt: Date | null
}

const nameOf = (alias: string): RawBuilder<string> =>
  sql`(select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id
    where a.id = ${sql.ref(`v.${alias}`)})`

const columns = sql`
  v.id, v.phone, v.sender, v.last_text as "lastText", v.last_is_ours as "lastIsOurs", v.last_at as "lastAt", v.unread,
  v.maybe_stop as "maybeStop", v.done_at is not null as "isDone", v.answered_at is not null and v.last_is_ours as "isAnswered",
  (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name)
      order by p.created_at, p.id), '[]')
    from person p where p.phone = v.phone and p.archived_at is null) as people,
  (select jsonb_build_object('channel', o.channel, 'source', o.source, 'at', o.at) from opt_out o
    where o.address = v.phone and o.channel in ('sms', 'all') order by o.source = 'desk', o.at desc limit 1) as stopped,
  case when v.assigned_to is not null then
    jsonb_build_object('id', v.assigned_to, 'name', coalesce(${nameOf('assigned_to')}, '')) end as "assignedTo",
  ${nameOf('assigned_by')} as "assignedBy", v.assigned_at as "assignedAt"`

const filters = (accountId: string): Record<ConversationFilter, RawBuilder<unknown>> => ({
  all: sql`true`,
  open: sql`v.done_at is null`,
  mine: sql`v.done_at is null and v.assigned_to = ${accountId}`,
  unassigned: sql`v.done_at is null and v.assigned_to is null`,
  unread: sql`v.unread > 0`,
  maybe_stop: sql`v.maybe_stop`,
})

export type ConversationQuery = {
  filter: ConversationFilter
  accountId: string
  /** As typed, folded for names, and as digits; '' for nothing. */
  search: { words: string; name: string; digits: string }
}

const matches = ({ filter, accountId, search: { words, name, digits } }: ConversationQuery): RawBuilder<unknown> =>
  words === ''
    ? filters(accountId)[filter]
    : sql`${filters(accountId)[filter]} and (
        (${digits} <> '' and strpos(v.phone, ${digits}) > 0)
        or exists (select from person p where p.phone = v.phone and strpos(p.sort_name, ${name}) > 0)
        or exists (select from sms_reply r where r.conversation_id = v.id and strpos(lower(r.text), lower(${words})) > 0))`

export async function selectConversations(
  tx: Tx,
  query: ConversationQuery,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<ConversationRecord[]> {
  const behind = after ? sql`(v.last_at, v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<ConversationRecord>`
    select ${columns} from sms_conversation v where ${matches(query)} and ${behind}
    order by v.last_at desc, v.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countMatching(tx: Tx, query: ConversationQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from sms_conversation v where ${matches(query)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function selectCounts(
  tx: Tx,
  accountId: string,
): Promise<Omit<ConversationCounts, 'latestAt'> & { latestAt: Date | null }> {
  const { open, mine, unassigned, unread, maybe_stop } = filters(accountId)
  const { rows } = await sql<Omit<ConversationCounts, 'latestAt'> & { latestAt: Date | null }>`
    select count(*)::integer as all, count(*) filter (where ${open})::integer as open,
      count(*) filter (where ${mine})::integer as mine, count(*) filter (where ${unassigned})::integer as unassigned,
      count(*) filter (where ${unread})::integer as unread, count(*) filter (where ${maybe_stop})::integer as "maybeStop",
      max(v.last_at) as "latestAt"
    from sms_conversation v`.execute(tx)
  return rows[0] ?? { all: 0, open: 0, mine: 0, unassigned: 0, unread: 0, maybeStop: 0, latestAt: null }
}

export async function selectConversation(tx: Tx, id: string): Promise<ConversationRecord | null> {
  const { rows } = await sql<ConversationRecord>`
    select ${columns} from sms_conversation v where v.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Held until the transaction ends. */
export async function lockConversation(tx: Tx, id: string): Promise<{ phone: string; sender: string } | null> {
  const { rows } = await sql<{ phone: string; sender: string }>`
    select phone, sender from sms_conversation where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function selectConversationOf(tx: Tx, personId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select v.id from person p join sms_conversation v on v.phone = p.phone where p.id = ${personId}`.execute(tx)
  return rows[0]?.id ?? null
}

export type SaidRecord = Omit<Said, 'at' | 'text'> & { at: Date; text: string; firstName: string; neutralName: string }

const SAID_MOST = 200

/** What both sides said, oldest first. Notices are left out: codes and calls are nobody else’s to read. */
export async function selectSaid(tx: Tx, { id, phone }: { id: string; phone: string }): Promise<SaidRecord[]> {
  const { rows } = await sql<SaidRecord>`
    with said as (
      select 'reply' as "from", r.id, r.text, r.at, r.kind, r.sender, 1 as recipients, null as state, null as by,
        '' as "firstName", '' as "neutralName"
      from sms_reply r where r.conversation_id = ${id}
      union all
      select case when c.purpose = 'personal' then 'answer' else 'message' end, c.id, c.message, c.created_at, null, c.sender,
        c.recipients, r.state, case when c.purpose = 'personal' then trim(p.first_name || ' ' || p.last_name) end,
        r.first_name, c.neutral_name
      from campaign_recipient r join campaign c on c.tenant_id = r.tenant_id and c.id = r.campaign_id
        and c.channel = 'sms' and c.purpose in ('bulk', 'personal') and c.hidden_at is null
      left join account a on a.id = c.created_by left join person p on p.id = a.person_id
      where r.address = ${phone}
    ), latest as (select * from said order by at desc, id limit ${SAID_MOST})
    select * from latest order by at, id`.execute(tx)
  return rows
}

export type Marks = { read?: true | undefined; done?: boolean | undefined; maybeStop?: false | undefined }

export async function saveMarks(tx: Tx, id: string, { read, done, maybeStop }: Marks, at: Date): Promise<void> {
  await sql`
    update sms_conversation set
      unread = case when ${read ?? false} or ${done ?? false} then 0 else unread end,
      maybe_stop = case when ${maybeStop === false} then false else maybe_stop end,
      done_at = case when ${done ?? null}::boolean is null then done_at when ${done ?? false} then coalesce(done_at, ${at}) end
    where id = ${id}`.execute(tx)
}

type Assigning = { id: string; accountId: string | null; by: string; at: Date }

export async function saveAssignee(tx: Tx, { id, accountId, by, at }: Assigning): Promise<void> {
  await sql`
    update sms_conversation set assigned_to = ${accountId}, assigned_by = ${by}, assigned_at = ${at}
    where id = ${id} and assigned_to is distinct from ${accountId}::uuid`.execute(tx)
}

/** Somebody answered: nothing of it is unread or waits any more. */
export async function noteAnswer(
  tx: Tx,
  { id, text, by, at }: { id: string; text: string; by: string; at: Date },
): Promise<void> {
  await sql`
    update sms_conversation set answered_by = ${by}, answered_at = ${at}, unread = 0, last_text = ${text}, last_is_ours = true,
      last_at = greatest(last_at, ${at}::timestamptz) where id = ${id}`.execute(tx)
}

type ReplyRecord = {
  id: string
  phone: string
  name: string
  text: string
  sender: string
  kind: ReplyKind
  at: Date
  isRead: boolean
}

/** The name of whoever has the number, the first of those who share it; '' where nobody does. */
const ownerOf = sql`coalesce((select trim(p.first_name || ' ' || p.last_name) from person p
  where p.phone = v.phone and p.archived_at is null order by p.created_at, p.id limit 1), '')`

/** Replies by page number, the newest first. What came after somebody looked last is unread. */
export async function selectReplies(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReplyRecord[]> {
  const { rows } = await sql<ReplyRecord>`
    select r.id, v.phone, r.text, r.sender, r.kind, r.at,
      ${ownerOf} as name,
      v.unread = 0 or r.kind in ('stop', 'start') or (
        select count(*) from sms_reply n where n.conversation_id = v.id and n.kind not in ('stop', 'start')
          and (n.received_at, n.id) > (r.received_at, r.id)) >= v.unread as "isRead"
    from sms_reply r join sms_conversation v on v.id = r.conversation_id
    order by r.at desc, r.id desc limit ${limit} offset ${offset}`.execute(tx)
  return rows
}

export async function countReplies(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from sms_reply`.execute(tx)
  return rows[0]?.total ?? 0
}

export type ExportedReply = Omit<ReplyRecord, 'id' | 'isRead'> & {
  assignedTo: string
  state: 'open' | 'answered' | 'done'
}

/** Each reply of the conversations that match, the latest first. */
export const replyPages = (tx: Tx, query: ConversationQuery): AsyncIterable<readonly ExportedReply[]> =>
  cursorPages<ExportedReply>(
    tx,
    sql`select v.phone, r.text, r.sender, r.kind, r.at, ${ownerOf} as name,
      coalesce(${nameOf('assigned_to')}, '') as "assignedTo",
      case when v.done_at is not null then 'done' when v.answered_at is not null and v.last_is_ours then 'answered'
        else 'open' end as state
    from sms_reply r join sms_conversation v on v.id = r.conversation_id
    where ${matches(query)} order by r.at desc, r.id desc`,
  )
