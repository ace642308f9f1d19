import { sql } from 'kysely'
import type { AuditAct } from '#contract/identity/audit.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor } from '#server/platform/http/index.ts'

/** What is worth telling of an act: names of fields, counts, amounts, groups, roles. Never a person's data. */
export type AuditDetails = Record<string, string | number | boolean | readonly string[] | null>

export type Audited = {
  act: AuditAct
  /** The person, group or message it was done to. */
  subjectId?: string | null
  details?: AuditDetails
  at: Date
}

export type NewEntry = Required<Audited> & { id: string; tenantId: string; actor: Actor }

export async function insertEntry(tx: Tx, { actor, ...entry }: NewEntry): Promise<void> {
  await sql`
    insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, act, subject_id, details, ip, device)
    values (${entry.tenantId}, ${entry.id}, ${entry.at}, ${actor.kind}, ${actor.id}, ${actor.name}, ${entry.act},
      ${entry.subjectId}, ${JSON.stringify(entry.details)}::jsonb, ${actor.ip}::inet, ${actor.device})`.execute(tx)
}
