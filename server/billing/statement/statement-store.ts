import { sql, type RawBuilder } from 'kysely'
import type { MovementKind } from '#contract/billing/statement.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { TEXT_START } from './first-words.ts'

/**
 * The messages of the church that was entered, as a query of messaging's, which stands above billing and is not known
 * here: server/app.ts brings the two together. `text` is empty for what was taken off the list, and for notices.
 */
export type Messages = RawBuilder<{ tenant_id: string; id: string; text: string; sender: string; is_notice: boolean }>

export type MovementRecord = {
  id: string
  /** Counts the church's movements from 1, in the order in which they happened. */
  number: number
  kind: MovementKind
  at: Date
  units: number
  change: number
  balance: number
  held: number
  /** The payment or the message; both null: neither. */
  paymentId: string | null
  paymentReference: string | null
  messageId: string | null
  /** The message was a notice to one person; null: there is none. */
  isNotice: boolean | null
  /** The beginning of the message. */
  messageText: string | null
}

export type MovementFilter = {
  tenantId: string
  timeZone: string
  search: string
  kind: MovementKind | null
  /** First and last day in the church's zone. */
  from: string | null
  to: string | null
}

const movements = (messages: Messages): RawBuilder<unknown> => sql`
  select t.id, t.number, t.kind, t.at, abs(coalesce(a.units, h.units)) as units, coalesce(a.units, 0) as change,
    t.available_before + coalesce(a.units, 0) as balance, t.held_before + coalesce(h.units, 0) as held,
    p.id as "paymentId", p.reference as "paymentReference", m.id as "messageId", m.is_notice as "isNotice", left(m.text, ${TEXT_START}) as "messageText"
  from unit_transaction t
  left join payment p on p.tenant_id = t.tenant_id and p.id = t.subject_id
  left join (${messages}) m on m.tenant_id = t.tenant_id and m.id = t.subject_id
  left join unit_entry a on a.tenant_id = t.tenant_id and a.transaction_id = t.id and a.account = 'available'
  left join unit_entry h on h.tenant_id = t.tenant_id and h.transaction_id = t.id and h.account = 'held'`

function matches(messages: Messages, filter: MovementFilter): RawBuilder<unknown> {
  const { tenantId, timeZone, search, kind, from, to } = filter
  const conditions = [
    sql`t.tenant_id = ${tenantId}`,
    ...(kind ? [sql`t.kind = ${kind}`] : []),
    ...(from ? [sql`t.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(to ? [sql`t.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(search === '' ? [] : [foundBy(messages, tenantId, contains(search))]),
  ]
  return sql.join(conditions, sql` and `)
}

/** First the payments and messages that have it, then their movements, by an index. */
const foundBy = (messages: Messages, tenantId: string, pattern: string): RawBuilder<unknown> => sql`
  t.subject_id = any (array(
    select p.id from payment p where p.tenant_id = ${tenantId} and p.reference ilike ${pattern}
    union all
    select m.id from (${messages}) m where m.tenant_id = ${tenantId} and (m.text ilike ${pattern} or m.sender ilike ${pattern})))`

/** `%` and `_` of a search are letters like any other. */
const contains = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** All that match, the newest first, as a query of its own. */
export const allMovements = (messages: Messages, filter: MovementFilter): RawBuilder<MovementRecord> =>
  sql<MovementRecord>`${movements(messages)} where ${matches(messages, filter)} order by t.number desc`

/** A page of them. `after`: the number of the last movement of the page before. */
export async function selectMovements(
  tx: Tx,
  messages: Messages,
  { after, limit, ...filter }: MovementFilter & { after: number | null; limit: number },
): Promise<MovementRecord[]> {
  const behind = after === null ? sql`true` : sql`t.number < ${after}`
  const { rows } = await sql<MovementRecord>`
    ${movements(messages)} where ${matches(messages, filter)} and ${behind}
    order by t.number desc limit ${limit}`.execute(tx)
  return rows
}

export async function countMovements(tx: Tx, messages: Messages, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from unit_transaction t where ${matches(messages, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}
