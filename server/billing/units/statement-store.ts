import { sql, type RawBuilder } from 'kysely'
import type { MovementKind } from '#contract/billing/statement.ts'
import type { Tx } from '../../platform/database/index.ts'
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
  /** Movements with the same one are one line; null: it is a line by itself. */
  lineOf: string | null
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
  /** The one message whose movements are meant; null: all. */
  message: string | null
}

/** What the movements of a message that match come to. */
export type LineSums = {
  lineOf: string
  movements: number
  /** Null: of several. */
  kind: MovementKind | null
  change: number
  reserved: number
  used: number
}

/** What moves units for a message: these movements of one message are one line. */
const isOfMessage = (row: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${row}.subject_id is not null and ${row}.kind in ('hold', 'post', 'release', 'return')`

const T = sql.id('t')

const movements = (messages: Messages): RawBuilder<unknown> => sql`
  select t.id, t.number, t.kind, t.at, abs(coalesce(a.units, h.units)) as units, coalesce(a.units, 0) as change,
    t.available_before + coalesce(a.units, 0) as balance, t.held_before + coalesce(h.units, 0) as held,
    p.id as "paymentId", p.reference as "paymentReference", m.id as "messageId", m.is_notice as "isNotice", left(m.text, ${TEXT_START}) as "messageText",
    case when ${isOfMessage(T)} then t.subject_id end as "lineOf"
  from unit_transaction t
  left join payment p on p.tenant_id = t.tenant_id and p.id = t.subject_id
  left join (${messages}) m on m.tenant_id = t.tenant_id and m.id = t.subject_id
  left join unit_entry a on a.tenant_id = t.tenant_id and a.transaction_id = t.id and a.account = 'available'
  left join unit_entry h on h.tenant_id = t.tenant_id and h.transaction_id = t.id and h.account = 'held'`

function matches(messages: Messages, filter: MovementFilter): RawBuilder<unknown> {
  const { tenantId, search, message } = filter
  return sql.join(
    [
      sql`t.tenant_id = ${tenantId}`,
      ...chosenBy(T, filter),
      ...(message ? [sql`t.subject_id = ${message} and ${isOfMessage(T)}`] : []),
      ...(search === '' ? [] : [foundBy(messages, tenantId, contains(search))]),
    ],
    sql` and `,
  )
}

/** What may choose some movements of a message and leave others. */
const chosenBy = (
  row: RawBuilder<unknown>,
  { timeZone, kind, from, to }: Pick<MovementFilter, 'timeZone' | 'kind' | 'from' | 'to'>,
): RawBuilder<unknown>[] => [
  ...(kind ? [sql`${row}.kind = ${kind}`] : []),
  ...(from ? [sql`${row}.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
  ...(to ? [sql`${row}.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`] : []),
]

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

type Page = { after: number | null; limit: number }

/** A page of them. `after`: the number of the last movement of the page before. */
export async function selectMovements(
  tx: Tx,
  messages: Messages,
  { after, limit, ...filter }: MovementFilter & Page,
): Promise<MovementRecord[]> {
  const behind = after === null ? sql`true` : sql`t.number < ${after}`
  const { rows } = await sql<MovementRecord>`
    ${movements(messages)} where ${matches(messages, filter)} and ${behind}
    order by t.number desc limit ${limit}`.execute(tx)
  return rows
}

/** The number of the church's latest movement. Numbers are given under a lock: all up to it are to be seen. */
export async function selectLatest(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await sql<{ latest: number }>`
    select coalesce(max(number), 0) as latest from unit_transaction where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.latest ?? 0
}

/** A page of the lines up to movement `until`, each by its latest movement: no later one of the same message matches. */
export async function selectLines(
  tx: Tx,
  messages: Messages,
  { until, after, limit, ...filter }: MovementFilter & Page & { until: number },
): Promise<MovementRecord[]> {
  const l = sql.id('l')
  const later = sql.join(
    [sql`l.tenant_id = t.tenant_id and l.subject_id = t.subject_id`, isOfMessage(l), ...chosenBy(l, filter)],
    sql` and `,
  )
  const { rows } = await sql<MovementRecord>`
    ${movements(messages)}
    where ${matches(messages, filter)} and t.number < ${after ?? until + 1}
      and not (${isOfMessage(T)}
        and exists (select from unit_transaction l where ${later} and l.number > t.number and l.number <= ${until}))
    order by t.number desc limit ${limit}`.execute(tx)
  return rows
}

/** What the movements of these messages come to, as far as they match and happened up to `until`. */
export async function sumLines(
  tx: Tx,
  { tenantId, until, ids, ...filter }: MovementFilter & { until: number; ids: readonly string[] },
): Promise<LineSums[]> {
  const chosen = sql.join([isOfMessage(T), ...chosenBy(T, filter)], sql` and `)
  const { rows } = await sql<LineSums>`
    select t.subject_id as "lineOf", count(distinct t.id) as movements,
      case when min(t.kind) = max(t.kind) then min(t.kind) end as kind,
      coalesce(sum(e.units) filter (where e.account = 'available'), 0)::bigint as change,
      coalesce(sum(e.units) filter (where e.account = 'held'), 0)::bigint as reserved,
      coalesce(sum(e.units) filter (where e.account = 'spent'), 0)::bigint as used
    from unit_transaction t
    join unit_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id
    where t.tenant_id = ${tenantId} and t.subject_id = any (${ids}::uuid[]) and t.number <= ${until} and ${chosen}
    group by t.subject_id`.execute(tx)
  return rows
}

export async function countMovements(tx: Tx, messages: Messages, filter: MovementFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from unit_transaction t where ${matches(messages, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** How many lines there are up to movement `until`, and how many movements they sum up. */
export async function countLines(
  tx: Tx,
  messages: Messages,
  { until, ...filter }: MovementFilter & { until: number },
): Promise<{ total: number; movements: number }> {
  const { rows } = await sql<{ total: number; movements: number }>`
    select count(*) as total, coalesce(sum(line.movements), 0)::bigint as movements from (
      select count(*) as movements from unit_transaction t
      where ${matches(messages, filter)} and t.number <= ${until}
      group by case when ${isOfMessage(T)} then t.subject_id else t.id end
    ) line`.execute(tx)
  return rows[0] ?? { total: 0, movements: 0 }
}
