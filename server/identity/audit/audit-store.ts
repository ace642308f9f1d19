import { sql, type RawBuilder } from 'kysely'
import type { AuditAct, AuditRow } from '#contract/identity/audit.ts'
import { sendAlong, type Tx, type TenantId } from '../../platform/database/index.ts'
import type { Actor } from '../../platform/http/index.ts'
import { orderedId } from '../../platform/ordered-id.ts'

/** What is worth telling of an act: names of fields, counts, amounts, groups, roles. Never a person's data. */
export type AuditDetails = Record<string, string | number | boolean | readonly string[] | null>

export type Audited = {
  act: AuditAct
  /** The person, group or message it was done to. */
  subjectId?: string | null
  details?: AuditDetails
  at: Date
}

type NewEntry = Required<Audited> & { id: string; tenantId: string; actor: Actor }

const insertEntry = (tx: Tx, { actor, ...entry }: NewEntry): Promise<void> =>
  sendAlong(
    tx,
    sql`
    insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_name, act, subject_id, details, ip, device)
    values (${entry.tenantId}, ${entry.id}, ${entry.at}, ${actor.kind}, ${actor.id}, ${actor.name}, ${entry.act},
      ${entry.subjectId}, ${JSON.stringify(entry.details)}::jsonb, ${actor.ip}::inet, ${actor.device})`,
  )

/** Notes an act in the church's log, in the transaction of the act: either both are kept or neither. */
export async function audit(tx: Tx, tenantId: TenantId, actor: Actor, entry: Audited): Promise<void> {
  await insertEntry(tx, { id: orderedId(), tenantId, actor, subjectId: null, details: {}, ...entry })
}

/** An entry with the names that its people have today. */
export type Entry = {
  id: string
  at: Date
  actorKind: AuditRow['actorKind']
  actorName: string
  act: AuditAct
  subjectId: string | null
  subjectName: string | null
  details: AuditRow['details']
  ip: string | null
  /** What the browser calls itself. */
  device: string | null
}

export type EntryFilter = {
  tenantId: string
  timeZone: string
  /** Acts of the topic; null: all. */
  acts: readonly AuditAct[] | null
  accountId: string | null
  subjectId: string | null
  /** First and last day in the church's zone. */
  from: string | null
  until: string | null
  /** Null: no search. */
  search: {
    acts: readonly AuditAct[]
    /** Folded words of a name. */
    words: readonly string[]
    /** Part of an address. */
    address: string
    /** It is ourselves that are looked for. */
    isOurs: boolean
  } | null
}

/** `at` as the database writes it: a Date would cut the microseconds off. */
type EntryPlace = { at: string; id: string }

const OURS = 'Narthex'

const entry = sql`
  select e.id, e.at, e.actor_kind as "actorKind",
    case when e.actor_kind = 'staff' then coalesce(nullif(trim(ap.first_name || ' ' || ap.last_name), ''), e.actor_name)
      when e.actor_kind = 'guardian' then coalesce(nullif(trim(gp.first_name || ' ' || gp.last_name), ''), e.actor_name)
      else ${sql.lit(OURS)} end as "actorName",
    e.act, e.subject_id as "subjectId", nullif(trim(sp.first_name || ' ' || sp.last_name), '') as "subjectName",
    e.details, case when e.actor_kind in ('staff', 'guardian') then host(e.ip) end as ip,
    case when e.actor_kind in ('staff', 'guardian') then e.device end as device
  from audit_entry e
  left join account a on a.tenant_id = e.tenant_id and a.id = e.actor_id and e.actor_kind = 'staff'
  left join person ap on ap.tenant_id = a.tenant_id and ap.id = a.person_id
  left join person gp on gp.tenant_id = e.tenant_id and gp.id = e.actor_id and e.actor_kind = 'guardian'
  left join person sp on sp.tenant_id = e.tenant_id and sp.id = e.subject_id`

/** When an act was done last to something, and by whom; null: never. */
export async function lastAct(
  tx: Tx,
  { subjectId, act }: { subjectId: string; act: AuditAct },
): Promise<Pick<Entry, 'actorName' | 'at'> | null> {
  const { rows } = await sql<Entry>`${entry}
    where e.subject_id = ${subjectId} and e.act = ${act} order by e.at desc, e.id desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function findEntries(
  tx: Tx,
  filter: EntryFilter,
  { after, limit }: { after: EntryPlace | null; limit: number },
): Promise<Entry[]> {
  const behind = after ? sql`and (e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Entry>`${entry}
    where ${matches(filter)} ${behind} order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}

/** All that match, the newest first. */
export const entriesQuery = (filter: EntryFilter): RawBuilder<Entry> =>
  sql<Entry>`${entry} where ${matches(filter)} order by e.at desc, e.id desc`

export async function countEntries(tx: Tx, filter: EntryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from audit_entry e where ${matches(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

function matches(filter: EntryFilter): RawBuilder<unknown> {
  const { tenantId, timeZone, acts, accountId, subjectId, from, until, search } = filter
  const conditions = [
    sql`e.tenant_id = ${tenantId}`,
    ...(acts ? [sql`e.act = any(${[...acts]}::text[])`] : []),
    ...(accountId ? [sql`e.actor_kind = 'staff' and e.actor_id = ${accountId}`] : []),
    ...(subjectId ? [sql`e.subject_id = ${subjectId}`] : []),
    ...(from ? [sql`e.at >= ${from}::date::timestamp at time zone ${timeZone}`] : []),
    ...(until ? [sql`e.at < (${until}::date + 1)::timestamp at time zone ${timeZone}`] : []),
    ...(search ? [foundBy(tenantId, search)] : []),
  ]
  return sql.join(conditions, sql` and `)
}

/** Operators' addresses are theirs: a church finds what they did by our name only. */
function foundBy(
  tenantId: string,
  { acts, words, address, isOurs }: NonNullable<EntryFilter['search']>,
): RawBuilder<unknown> {
  return sql`(
    e.act = any(${[...acts]}::text[])
    or (${isOurs} and e.actor_kind not in ('staff', 'guardian'))
    or (e.actor_kind = 'staff' and ${address} <> '' and strpos(lower(e.actor_name), ${address}) > 0)
    or (e.actor_kind = 'staff' and e.actor_id in (
      select a.id from account a join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
      where a.tenant_id = ${tenantId} and cardinality(${[...words]}::text[]) > 0
        and not exists (select from unnest(${[...words]}::text[]) word where strpos(p.sort_name, word) = 0))))`
}
