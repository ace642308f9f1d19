import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import type { Task } from './task-store.ts'

export type ListedTask = Task & { ownerName: string | null; personName: string; memberType: number; comments: number }

const listed = sql`
  t.id, t.person_id as "personId", t.owner_id as "ownerId", t.instructions, t.note, t.type, t.priority, t.status,
  t.due_at as "dueAt", t.reminder, t.remind_at as "remindAt", t.created_at as "createdAt", t.created_by as "createdBy",
  t.updated_at as "updatedAt", t.closed_at as "closedAt",
  (select trim(o.first_name || ' ' || o.last_name) from account a join person o on o.id = a.person_id
   where a.id = coalesce(t.owner_id, n.owner_id)) as "ownerName",
  trim(p.first_name || ' ' || p.last_name) as "personName",
  case when n.kind = 'first_timer' then 0 else 1 end as "memberType",
  (select count(*)::integer from followup_comment c where c.task_id = t.id) as comments`

type TaskFilter = {
  /** Undefined: all that are open; null: whatever they are. */
  status?: number | null | undefined
  priority?: number | undefined
  owner?: string | undefined
  /** Lower case. */
  search?: string | undefined
  /** The same text as names are folded for searching. */
  searchedName?: string | undefined
}
/** Tasks without a time come last. */
type TaskPlace = { due: string; id: string }

const LATEST = '9999-12-31T00:00:00.000Z'

const matches = ({ status, priority, owner, search = '', searchedName = '' }: TaskFilter) => sql`
  not n.archived and ${status === undefined ? sql`t.closed_at is null` : sql`(${status}::smallint is null or t.status = ${status}::smallint)`}
  and ${priority === undefined ? sql`true` : sql`t.priority = ${priority}`}
  and ${owner === undefined ? sql`true` : sql`coalesce(t.owner_id, n.owner_id) = ${owner}`}
  and ${search === '' ? sql`true` : sql`(position(${search} in lower(t.instructions || ' ' || p.first_name || ' ' || p.last_name)) > 0 or ${hasName(searchedName)})`}`

/** A text without any letter folds to nothing, which no name contains. */
const hasName = (name: string) => (name === '' ? sql`false` : sql`position(${name} in p.sort_name) > 0`)

export async function selectTasks(
  tx: Tx,
  filter: TaskFilter,
  { after, limit }: { after: TaskPlace | null; limit: number },
): Promise<(ListedTask & { place: string })[]> {
  const behind = after
    ? sql`and (coalesce(t.due_at, ${LATEST}), t.id) > (${after.due}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedTask & { place: string }>`
    select ${listed}, coalesce(t.due_at, ${LATEST})::text as place
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where ${matches(filter)} ${behind} order by coalesce(t.due_at, ${LATEST}), t.id limit ${limit}`.execute(tx)
  return rows
}

/** How many there are of each status, and how many of the filter. */
export async function countTasks(tx: Tx, filter: TaskFilter): Promise<{ total: number; counts: number[] }> {
  const { rows } = await sql<{ status: number; tasks: number }>`
    select t.status, count(*)::integer as tasks
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where ${matches({ ...filter, status: null })}
    group by t.status`.execute(tx)
  const counts = [0, 1, 2, 3, 4, 5].map((status) => rows.find((row) => row.status === status)?.tasks ?? 0)
  const { rows: found } = await sql<{ total: number }>`
    select count(*)::integer as total
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where ${matches(filter)}`.execute(tx)
  return { total: found[0]?.total ?? 0, counts }
}

/** Of somebody, the open ones first, by when they are due. */
export async function selectTasksOf(tx: Tx, personId: string): Promise<ListedTask[]> {
  const { rows } = await sql<ListedTask>`
    select ${listed}
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where t.person_id = ${personId} order by t.closed_at is not null, t.due_at nulls last, t.id limit 200`.execute(tx)
  return rows
}

/** One task; null: there is none of this id. */
export async function selectTask(tx: Tx, id: string): Promise<ListedTask | null> {
  const { rows } = await sql<ListedTask>`
    select ${listed}
    from followup_task t join newcomer n on n.person_id = t.person_id join person p on p.id = t.person_id
    where t.id = ${id}`.execute(tx)
  return rows[0] ?? null
}
