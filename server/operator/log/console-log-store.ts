import { sql } from 'kysely'
import { consoleActs, type ConsoleAct } from '#contract/operator/console-acts.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { orderedId } from '../../platform/ordered-id.ts'

type NewConsoleEntry = {
  id: string
  at: Date
  actor: Actor
  act: ConsoleAct
  tenantId: string | null
  subjectId: string | null
  details: Record<string, unknown>
}

async function insertConsoleEntry(tx: Tx, { actor, ...entry }: NewConsoleEntry): Promise<void> {
  await sql`
    insert into console_entry (id, at, operator_id, actor_name, act, tenant_id, subject_id, details, ip, device)
    values (${entry.id}, ${entry.at}, ${actor.id}, ${actor.name}, ${entry.act}, ${entry.tenantId}, ${entry.subjectId},
      ${JSON.stringify(entry.details)}::jsonb, ${actor.ip}::inet, ${actor.device})`.execute(tx)
}

type ConsoleLogFilter = { search: string; churchId: string | null; operatorId: string | null }

type ConsoleLine = {
  id: string
  at: Date
  operatorName: string
  act: ConsoleAct
  churchId: string | null
  churchName: string | null
  details: Record<string, unknown>
  ip: string | null
  device: string | null
}

type Page = { after: { at: string; id: string } | null; limit: number }

/** Lines of the log, the newest first. An operator is named as today, or as then where there is none any more. */
export async function selectConsoleLines(
  tx: Tx,
  filter: ConsoleLogFilter,
  { after, limit }: Page,
): Promise<ConsoleLine[]> {
  const behind = after ? sql`and (e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ConsoleLine>`
    select e.id, e.at, coalesce(o.name, e.actor_name) as "operatorName", e.act, e.tenant_id as "churchId",
      c.name as "churchName", e.details, host(e.ip) as ip, e.device
    ${matching(filter)} ${behind}
    order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countConsoleLines(tx: Tx, filter: ConsoleLogFilter): Promise<number> {
  const { rows } = await sql<{ lines: number }>`select count(*) as lines ${matching(filter)}`.execute(tx)
  return rows[0]?.lines ?? 0
}

/** Churches first: Citus joins what stands on one machine with what is by church, and then what is on every machine. */
const matching = ({ search, churchId, operatorId }: ConsoleLogFilter) => sql`
  from console_entry e
  left join church c on c.tenant_id = e.tenant_id
  left join operator o on o.id = e.operator_id
  where e.act = any (${[...consoleActs]}::text[])
    and (${churchId}::uuid is null or e.tenant_id = ${churchId}::uuid)
    and (${operatorId}::uuid is null or e.operator_id = ${operatorId}::uuid)
    and (${search} = '' or strpos(lower(concat_ws(' ', o.name, e.actor_name, c.name, e.act)), lower(${search})) > 0)`

export type Noted = {
  act: ConsoleAct
  /** The church it was done to; absent: the installation. */
  tenantId?: string
  /** What it was done to: a sender ID's, a payment's, a plan's id. */
  subjectId?: string
  /** What it was and what it became; never a secret, never a person's data. */
  details: Record<string, unknown>
  at: Date
}

/** Notes an operator's act in the console's log, in the transaction of the act: either both are kept or neither. */
export async function noteOperatorAct(tx: Tx, actor: Actor, noted: Noted): Promise<void> {
  await insertConsoleEntry(tx, { id: orderedId(), actor, tenantId: null, subjectId: null, ...noted })
}

/** Days that an operator has given churches since then without a second one. */
export async function daysGivenAlone(tx: Tx, { id }: Pick<Actor, 'id'>, since: Date): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(sum((details ->> 'days')::int), 0)::int as days from console_entry
    where operator_id = ${id} and act = 'church.days_given' and at > ${since} and not details ? 'askedBy'`.execute(tx)
  return rows[0]?.days ?? 0
}
