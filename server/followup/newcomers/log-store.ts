import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type LogKind =
  | 'entered'
  | 'visit'
  | 'contact'
  | 'message'
  | 'note'
  | 'owner'
  | 'stage'
  | 'lead_status'
  | 'task'
  | 'member'
  | 'merged'
export type Channel = 'call' | 'whatsapp' | 'sms' | 'email' | 'push' | 'visit' | 'other'
export type Outcome = 'reached' | 'no_answer' | 'call_later' | 'left_message' | 'wrong_number' | 'no_contact'

/** One line of the activity log; what is absent is none. Fields as in docs/decisions/0047. */
export type LogEntry = {
  id: string
  personId: string
  at: Date
  kind: LogKind
  /** Null: the product itself, or a rule. */
  by: string | null
  channel?: Channel | null
  outcome?: Outcome | null
  text?: string
  isPrivate?: boolean
  before?: string | null
  after?: string | null
  reason?: string | null
  taskId?: string | null
  messageId?: string | null
  rule?: { id: string; version: number } | null
}

export async function insertLog(tx: Tx, tenantId: TenantId, entries: readonly LogEntry[]): Promise<void> {
  await sql`
    insert into followup_log (tenant_id, id, person_id, at, kind, by_account, channel, outcome, text, is_private, before,
      after, reason, task_id, message_id, rule_id, rule_version)
    select ${tenantId}, l.* from unnest(
      ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ personId }) => personId)}::uuid[],
      ${entries.map(({ at }) => at)}::timestamptz[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ by }) => by)}::uuid[], ${entries.map(({ channel }) => channel ?? null)}::text[],
      ${entries.map(({ outcome }) => outcome ?? null)}::text[], ${entries.map(({ text }) => text ?? '')}::text[],
      ${entries.map(({ isPrivate }) => isPrivate ?? false)}::boolean[],
      ${entries.map(({ before }) => before ?? null)}::text[], ${entries.map(({ after }) => after ?? null)}::text[],
      ${entries.map(({ reason }) => reason ?? null)}::text[], ${entries.map(({ taskId }) => taskId ?? null)}::uuid[],
      ${entries.map(({ messageId }) => messageId ?? null)}::uuid[], ${entries.map(({ rule }) => rule?.id ?? null)}::uuid[],
      ${entries.map(({ rule }) => rule?.version ?? null)}::integer[]) l
    returning 1`.execute(tx)
}

export type StoredEntry = {
  id: string
  personId: string
  at: Date
  kind: LogKind
  by: string | null
  byName: string | null
  channel: Channel | null
  outcome: Outcome | null
  text: string
  isPrivate: boolean
  before: string | null
  after: string | null
  /** Of a line about owners: their names, also of those who left. */
  ownerBefore: string | null
  ownerAfter: string | null
  reason: string | null
  taskId: string | null
  messageId: string | null
  ruleId: string | null
  ruleVersion: number | null
  editedAt: Date | null
}

/** An account’s name; of those who left too. */
const ownerNamed = (column: 'before' | 'after') => sql`
  case when l.kind = 'owner' then (select trim(p.first_name || ' ' || p.last_name) from account a
    join person p on p.id = a.person_id where a.id::text = ${sql.ref(`l.${column}`)}) end`

const entry = sql`
  l.id, l.person_id as "personId", l.at, l.kind, l.by_account as by, l.channel, l.outcome, l.text,
  l.is_private as "isPrivate", l.before, l.after, ${ownerNamed('before')} as "ownerBefore", ${ownerNamed('after')} as "ownerAfter", l.reason, l.task_id as "taskId", l.message_id as "messageId",
  l.rule_id as "ruleId", l.rule_version as "ruleVersion", l.edited_at as "editedAt",
  (select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id
   where a.id = l.by_account) as "byName"`

/** A person's log, oldest first; private notes only for who wrote them. */
export async function selectLog(
  tx: Tx,
  { personId, reader, limit }: { personId: string; reader: string; limit: number },
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${entry} from followup_log l
    where l.person_id = ${personId} and (not l.is_private or l.by_account = ${reader})
    order by l.at, l.id limit ${limit}`.execute(tx)
  return rows
}

/** A line that people write, held; null: there is none of this id that they may see. */
export async function lockEntry(tx: Tx, { id, reader }: { id: string; reader: string }): Promise<StoredEntry | null> {
  const { rows } = await sql<StoredEntry>`
    select ${entry} from followup_log l
    where l.id = ${id} and (not l.is_private or l.by_account = ${reader}) for update of l`.execute(tx)
  return rows[0] ?? null
}

export async function updateEntry(
  tx: Tx,
  { id, text, isPrivate, at }: { id: string; text: string; isPrivate: boolean; at: Date },
): Promise<void> {
  await sql`
    update followup_log set text = ${text}, is_private = ${isPrivate}, edited_at = ${at} where id = ${id}`.execute(tx)
}

export async function deleteEntry(tx: Tx, id: string): Promise<void> {
  await sql`delete from followup_log where id = ${id}`.execute(tx)
}

type LastMove = Pick<StoredEntry, 'id' | 'at' | 'by' | 'before' | 'after'> & { since: Date }

/** How somebody came to the stage where they stand, and since when they had stood at the one before; held. */
export async function lockLastMove(tx: Tx, personId: string): Promise<LastMove | null> {
  const { rows } = await sql<LastMove>`
    select l.id, l.at, l.by_account as by, l.before, l.after, coalesce((
      select max(o.at) from followup_log o where o.person_id = l.person_id and o.kind in ('stage', 'member', 'entered')
        and (o.at, o.id) < (l.at, l.id)), l.at) as since
    from followup_log l where l.person_id = ${personId} and l.kind in ('stage', 'member')
    order by l.at desc, l.id desc limit 1 for update of l`.execute(tx)
  return rows[0] ?? null
}

/** Stages at which somebody has stood, as the log says. */
export async function selectStagesBeen(tx: Tx, personId: string): Promise<number[]> {
  const { rows } = await sql<{ stageId: number }>`
    select distinct s.id::integer as "stageId" from followup_log l, lateral (values (l.before), (l.after)) s (id)
    where l.person_id = ${personId} and l.kind in ('stage', 'member') and s.id is not null`.execute(tx)
  return rows.map(({ stageId }) => stageId)
}
