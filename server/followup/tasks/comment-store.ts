import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

export type Comment = {
  id: string
  taskId: string
  text: string
  by: string | null
  byName: string | null
  at: Date
  editedAt: Date | null
}

const comment = sql`
  c.id, c.task_id as "taskId", c.text, c.by_account as by, c.at, c.edited_at as "editedAt",
  (select trim(p.first_name || ' ' || p.last_name) from account a join person p on p.id = a.person_id
   where a.id = c.by_account) as "byName"`

export async function insertComment(
  tx: Tx,
  tenantId: TenantId,
  { id, taskId, text, by, at }: Pick<Comment, 'id' | 'taskId' | 'text' | 'by' | 'at'>,
): Promise<void> {
  await sql`
    insert into followup_comment (tenant_id, id, task_id, text, by_account, at)
    values (${tenantId}, ${id}, ${taskId}, ${text}, ${by}, ${at})`.execute(tx)
}

/** A comment, held; null: there is none of this id. */
export async function lockComment(tx: Tx, id: string): Promise<Comment | null> {
  const { rows } =
    await sql<Comment>`select ${comment} from followup_comment c where c.id = ${id} for update of c`.execute(tx)
  return rows[0] ?? null
}

/** Of these tasks, oldest first. */
export async function selectComments(tx: Tx, taskIds: readonly string[]): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select ${comment} from followup_comment c where c.task_id = any (${taskIds}::uuid[]) order by c.at, c.id`.execute(
    tx,
  )
  return rows
}

export async function updateComment(tx: Tx, { id, text, at }: { id: string; text: string; at: Date }): Promise<void> {
  await sql`update followup_comment set text = ${text}, edited_at = ${at} where id = ${id}`.execute(tx)
}

export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await sql`delete from followup_comment where id = ${id}`.execute(tx)
}
