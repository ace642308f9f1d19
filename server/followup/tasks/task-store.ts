import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** Status: Pending 0, InProgress 1, Completed 2, Cancelled 3, Rescheduled 4, Stalled 5. Priority: High 0, Low 1. */
export type TaskFields = {
  instructions: string
  note: string
  type: number | null
  priority: number
  status: number
  /** Null: whoever looks after the person. */
  ownerId: string | null
  dueAt: Date | null
  /** Minutes before; 1440 is the same time of the day before. */
  reminder: number | null
  remindAt: Date | null
}

type NewTask = TaskFields & {
  id: string
  personId: string
  by: string | null
  at: Date
  rule: { id: string; version: number } | null
}
export type Task = TaskFields & {
  id: string
  personId: string
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  closedAt: Date | null
}

const CLOSED: readonly number[] = [2, 3]

export async function insertTask(tx: Tx, tenantId: TenantId, task: NewTask): Promise<void> {
  await sql`
    insert into followup_task (tenant_id, id, person_id, owner_id, instructions, note, type, priority, status, due_at,
      reminder, remind_at, created_at, created_by, updated_at, closed_at, rule_id, rule_version)
    values (${tenantId}, ${task.id}, ${task.personId}, ${task.ownerId}, ${task.instructions}, ${task.note}, ${task.type},
      ${task.priority}, ${task.status}, ${task.dueAt}, ${task.reminder}, ${task.remindAt}, ${task.at}, ${task.by}, ${task.at},
      ${CLOSED.includes(task.status) ? task.at : null}, ${task.rule?.id ?? null}, ${task.rule?.version ?? null})`.execute(
    tx,
  )
}

const task = sql`
  t.id, t.person_id as "personId", t.owner_id as "ownerId", t.instructions, t.note, t.type, t.priority, t.status,
  t.due_at as "dueAt", t.reminder, t.remind_at as "remindAt", t.created_at as "createdAt", t.created_by as "createdBy",
  t.updated_at as "updatedAt", t.closed_at as "closedAt"`

/** A task, held; null: there is none of this id. */
export async function lockTask(tx: Tx, id: string): Promise<Task | null> {
  const { rows } = await sql<Task>`select ${task} from followup_task t where t.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Writes a task that is held. A reminder of another time is a new one. */
export async function updateTask(tx: Tx, { id, at, ...fields }: TaskFields & { id: string; at: Date }): Promise<void> {
  const isClosed = CLOSED.includes(fields.status)
  await sql`
    update followup_task set instructions = ${fields.instructions}, note = ${fields.note}, type = ${fields.type},
      priority = ${fields.priority}, status = ${fields.status}, owner_id = ${fields.ownerId}, due_at = ${fields.dueAt},
      reminder = ${fields.reminder},
      reminded_at = case when remind_at is not distinct from ${fields.remindAt}::timestamptz then reminded_at end,
      remind_at = ${fields.remindAt}, updated_at = ${at},
      closed_at = case when ${isClosed} then coalesce(closed_at, ${at}) end
    where id = ${id}`.execute(tx)
}

/** Open tasks of somebody go with their cards; `ownerId` null: to whoever looks after the person. */
export async function updateTaskOwners(
  tx: Tx,
  { from, personIds, ownerId, at }: { from: string; personIds: readonly string[]; ownerId: string | null; at: Date },
): Promise<void> {
  await sql`
    update followup_task set owner_id = ${ownerId}, updated_at = ${at}
    where owner_id = ${from} and person_id = any (${personIds}::uuid[]) and closed_at is null`.execute(tx)
}

/** All open tasks of somebody who left are those of whoever looks after the person. */
export async function releaseTasks(tx: Tx, { from, at }: { from: string; at: Date }): Promise<void> {
  await sql`
    update followup_task set owner_id = null, updated_at = ${at}
    where owner_id = ${from} and closed_at is null`.execute(tx)
}

/** What was moved by a merge of people, and back. */
export async function moveTasks(tx: Tx, { from, to }: { from: string; to: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update followup_task set person_id = ${to} where person_id = ${from} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function returnTasks(
  tx: Tx,
  { ids, from, to }: { ids: string[]; from: string; to: string },
): Promise<void> {
  await sql`
    update followup_task set person_id = ${to} where id = any (${ids}::uuid[]) and person_id = ${from}`.execute(tx)
}

type DueReminder = {
  id: string
  personId: string
  ownerId: string | null
  dueAt: Date | null
  name: string
  instructions: string
}

/** Reminders whose time has come, each once, whoever asks and however often; those that are older than `since` go unsaid. */
export async function claimReminders(tx: Tx, { at, since }: { at: Date; since: Date }): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder & { isLate: boolean }>`
    with due as (
      select t.id from followup_task t where t.remind_at <= ${at} and t.reminded_at is null and t.closed_at is null
      order by t.remind_at, t.id limit 500 for update skip locked),
    told as (
      update followup_task t set reminded_at = ${at} from due where t.id = due.id
      returning t.id, t.person_id, t.owner_id, t.due_at, t.instructions)
    select o.id, o.person_id as "personId", coalesce(o.owner_id, n.owner_id) as "ownerId", o.due_at as "dueAt",
      trim(p.first_name || ' ' || p.last_name) as name, o.instructions,
      coalesce(o.due_at < ${since}, false) as "isLate"
    from told o join newcomer n on n.person_id = o.person_id join person p on p.id = o.person_id
    where not n.archived order by o.id`.execute(tx)
  return rows.filter(({ isLate }) => !isLate).map(({ isLate: _isLate, ...reminder }) => reminder)
}
