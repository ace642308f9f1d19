import { sql } from 'kysely'
import type { ChangeKind, ChangeState } from '#contract/operator/changes.ts'
import type { Tx } from '#server/platform/database/index.ts'

/**
 * Held until the transaction ends: what operators change of the installation, of each other and of money comes one after
 * the other. Taken before anything else is locked.
 */
export async function lockInstallation(tx: Tx): Promise<void> {
  await sql`select from installation for update`.execute(tx)
}

type Fields = Record<string, unknown>

type NewChange = {
  id: string
  kind: ChangeKind
  subject: string
  tenantId: string | null
  wanted: unknown
  details: Fields
  before: Fields
  after: Fields
  reason: string
  askedBy: string
  at: Date
  expiresAt: Date
}

/** Writes what is asked for; the same that one has asked for already, and that still waits, stays one. Its id. */
export async function insertChange(tx: Tx, change: NewChange): Promise<{ id: string; isNew: boolean }> {
  const [wanted, before, after] = [change.wanted, change.before, change.after].map((part) => JSON.stringify(part))
  const { rows: there } = await sql<{ id: string }>`
    select id from operator_change
    where state = 'waiting' and expires_at > ${change.at} and kind = ${change.kind} and subject = ${change.subject}
      and asked_by = ${change.askedBy} and wanted = ${wanted}::jsonb and before = ${before}::jsonb
      and after = ${after}::jsonb`.execute(tx)
  const [same] = there
  if (same) return { id: same.id, isNew: false }
  await sql`
    insert into operator_change (id, kind, subject, tenant_id, wanted, details, before, after, reason, asked_by, asked_at, expires_at)
    values (${change.id}, ${change.kind}, ${change.subject}, ${change.tenantId}, ${wanted}::jsonb,
      ${JSON.stringify(change.details)}::jsonb, ${before}::jsonb, ${after}::jsonb, ${change.reason}, ${change.askedBy},
      ${change.at}, ${change.expiresAt})`.execute(tx)
  return { id: change.id, isNew: true }
}

type Who = { id: string; name: string }

export type ChangeRecord = {
  id: string
  kind: ChangeKind
  state: ChangeState
  churchId: string | null
  churchName: string | null
  wanted: unknown
  details: Fields
  before: Fields
  after: Fields
  reason: string
  askedBy: Who
  askedAt: Date
  expiresAt: Date
  decidedBy: Who | null
  decidedAt: Date | null
  decidedReason: string | null
}

/** One whose time is over can no longer be confirmed, whether or not that has been written down yet. */
const changes = (at: Date) => sql`
  select c.id, c.kind, case when c.state = 'waiting' and c.expires_at <= ${at} then 'expired' else c.state end as state,
    c.tenant_id as "churchId", h.name as "churchName", c.wanted, c.details, c.before, c.after, c.reason,
    json_build_object('id', a.id, 'name', a.name) as "askedBy", c.asked_at as "askedAt", c.expires_at as "expiresAt",
    case when d.id is not null then json_build_object('id', d.id, 'name', d.name) end as "decidedBy",
    c.decided_at as "decidedAt", c.decided_reason as "decidedReason"
  from operator_change c
  join operator a on a.id = c.asked_by
  left join operator d on d.id = c.decided_by
  left join church h on h.tenant_id = c.tenant_id`

export async function selectChange(tx: Tx, id: string, at: Date): Promise<ChangeRecord | null> {
  const { rows } = await sql<ChangeRecord>`${changes(at)} where c.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** What waits of this kind for this subject, the oldest; null: nothing. */
export async function selectWaiting(
  tx: Tx,
  { kind, subject, at }: { kind: ChangeKind; subject: string; at: Date },
): Promise<ChangeRecord | null> {
  const { rows } = await sql<ChangeRecord>`
    ${changes(at)} where c.kind = ${kind} and c.subject = ${subject} and ${waits(at)}
    order by c.asked_at, c.id limit 1`.execute(tx)
  return rows[0] ?? null
}

const waits = (at: Date) => sql`c.state = 'waiting' and c.expires_at > ${at}`
const isOver = (at: Date) => sql`(c.state <> 'waiting' or c.expires_at <= ${at})`

type ChangePage = { isWaiting: boolean; after: { at: string; id: string } | null; limit: number }

/** Those that wait, the oldest first; or the others, the newest first. */
export async function selectChanges(
  tx: Tx,
  { isWaiting, after, limit }: ChangePage,
  at: Date,
): Promise<ChangeRecord[]> {
  const beyond = isWaiting ? sql`>` : sql`<`
  const behind = after ? sql`and (c.asked_at, c.id) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const order = isWaiting ? sql`c.asked_at, c.id` : sql`c.asked_at desc, c.id desc`
  const { rows } = await sql<ChangeRecord>`
    ${changes(at)} where ${isWaiting ? waits(at) : isOver(at)} ${behind} order by ${order} limit ${limit}`.execute(tx)
  return rows
}

export async function countChanges(tx: Tx, isWaiting: boolean, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from operator_change c where ${isWaiting ? waits(at) : isOver(at)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type Ending = {
  state: Exclude<ChangeState, 'waiting'>
  decidedBy: string | null
  reason?: string
  at: Date
}

/** Decides about a change; true for exactly one of those who do. */
export async function endChange(tx: Tx, id: string, { state, decidedBy, reason, at }: Ending): Promise<boolean> {
  const { rows } = await sql`
    update operator_change set state = ${state}, decided_by = ${decidedBy}, decided_at = ${at},
      decided_reason = ${reason ?? null}
    where id = ${id} and state = 'waiting' returning id`.execute(tx)
  return rows.length === 1
}

type Ended = { id: string; kind: ChangeKind }

/** Writes down that what nobody confirmed in time is over. */
export async function expireChanges(tx: Tx, at: Date): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    update operator_change set state = 'expired', decided_at = ${at} where state = 'waiting' and expires_at <= ${at}
    returning id, kind`.execute(tx)
  return rows
}

/** What an operator asked for who is one no longer. */
export async function withdrawChangesOf(tx: Tx, operatorId: string, at: Date): Promise<void> {
  await sql`
    update operator_change set state = 'withdrawn', decided_at = ${at}
    where state = 'waiting' and asked_by = ${operatorId}`.execute(tx)
}

/** Of operators who came by an invitation, or got a new second factor, the other one is tied to them for so long. */
const TIED_DAYS = 7

/**
 * Everybody who is tied to this operator: who invited whom, or asked for whose new second factor, directly or through
 * others, in either direction, as long as it is not seven days since the invitation was accepted or the factor set up.
 */
export async function selectTied(tx: Tx, operatorId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive tie (one, other) as (
      select invited_by, id from operator
        where invited_by is not null and joined_at > ${at}::timestamptz - make_interval(days => ${TIED_DAYS})
      union all
      select factor_reset_by, id from operator
        where factor_reset_by is not null and factor_reset_at > ${at}::timestamptz - make_interval(days => ${TIED_DAYS})
    ),
    edge (one, other) as (select one, other from tie union select other, one from tie),
    reached (id) as (
      select ${operatorId}::uuid union select e.other from reached r join edge e on e.one = r.id
    )
    select id from reached where id <> ${operatorId}::uuid`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Operators who sign in, by name. */
export async function selectActive(tx: Tx): Promise<Who[]> {
  const { rows } = await sql<Who>`
    select id, name from operator where removed_at is null and password_hash is not null order by name, id`.execute(tx)
  return rows
}
