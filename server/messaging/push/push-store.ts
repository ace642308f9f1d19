import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

type NewPush = {
  tenantId: TenantId
  id: string
  personIds: readonly string[]
  title: string
  body: string
  path: string
  topic: string
  otherwise: { job: string; payload: object } | null
  isBulk: boolean
  /** Only this browser of theirs; null: all. */
  deviceId: string | null
  expiresAt: Date
  at: Date
}

/** Writes a message to every browser of these people that is signed in. Answers how many; with none nothing is written. */
export async function insertPush(tx: Tx, push: NewPush): Promise<number> {
  const { tenantId, id, personIds, title, body, path, topic, otherwise, isBulk, deviceId, expiresAt, at } = push
  const { rows } = await sql`
    with device as (
      select s.id from push_subscription s
      where s.person_id = any (${[...personIds]}::uuid[]) and s.expires_at > ${at}
        and (${deviceId}::uuid is null or s.id = ${deviceId}::uuid)
      order by s.id for key share of s
    ), message as (
      insert into push_message
        (tenant_id, id, title, body, path, topic, otherwise_job, otherwise_payload, is_bulk, created_at, expires_at)
      select c.tenant_id, ${id}::uuid, ${title}, ${body}, ${path}, ${topic}, ${otherwise?.job ?? null},
        ${otherwise ? JSON.stringify(otherwise.payload) : null}::jsonb, ${isBulk}, ${at}::timestamptz, ${expiresAt}::timestamptz
      from church c where c.tenant_id = ${tenantId} and exists (select from device)
      on conflict (tenant_id, id) do nothing returning id
    ), delivery as (
      insert into push_delivery (tenant_id, message_id, subscription_id)
      select c.tenant_id, m.id, d.id from church c, message m, device d where c.tenant_id = ${tenantId} returning 1
    )
    select from delivery`.execute(tx)
  return rows.length
}

export type PushState = {
  id: string
  /** Browsers that a push service took it for so far. */
  devices: number
  /** Nothing more is tried. */
  isEnded: boolean
}

/** How these messages stand, by their references; those that went to no browser are left out. */
export async function selectPushes(tx: Tx, ids: readonly string[]): Promise<Map<string, PushState>> {
  const { rows } = await sql<PushState>`
    select id, devices, ended_at is not null as "isEnded" from push_message where id = any (${[...ids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export type OpenPush = {
  id: string
  title: string
  body: string
  path: string
  topic: string
  isBulk: boolean
  expiresAt: Date
  /** Rounds that were tried. */
  tries: number
}

/** A message that has not ended; null: it has, or there is none. */
export async function selectOpenPush(tx: Tx, id: string): Promise<OpenPush | null> {
  const { rows } = await sql<OpenPush>`
    select id, title, body, path, topic, is_bulk as "isBulk", expires_at as "expiresAt", tries from push_message
    where id = ${id} and ended_at is null`.execute(tx)
  return rows[0] ?? null
}

/** `isStaff`: it was turned on at the pages of the staff, not at the portal. */
export type Device = { subscriptionId: string; endpoint: string; p256dh: string; auth: string; isStaff: boolean }

/** The next browsers whom a message has still to reach, in the order of their ids. */
export async function selectDevices(
  tx: Tx,
  { id, after, limit, at }: { id: string; after: string | null; limit: number; at: Date },
): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select s.id as "subscriptionId", s.endpoint, s.p256dh, s.auth, s.staff_session is not null as "isStaff"
    from push_delivery d join push_subscription s on s.id = d.subscription_id
    where d.message_id = ${id} and s.expires_at > ${at} and ${after === null ? sql`true` : sql`s.id > ${after}::uuid`}
    order by s.id limit ${limit}`.execute(tx)
  return rows
}

/** These browsers are done with; answers for how many of them it had not been written down already. */
export async function finishDevices(tx: Tx, id: string, subscriptionIds: string[]): Promise<number> {
  const { rows } = await sql`
    delete from push_delivery
    where message_id = ${id} and subscription_id = any (${subscriptionIds}::uuid[]) returning 1`.execute(tx)
  return rows.length
}

/** When a push service took something for these browsers last. */
export async function saveTaken(tx: Tx, subscriptionIds: string[], at: Date): Promise<void> {
  await sql`
    update push_subscription set last_taken_at = greatest(last_taken_at, ${at}) where id = any (${subscriptionIds}::uuid[])`.execute(
    tx,
  )
}

export async function countTaken(tx: Tx, id: string, devices: number): Promise<void> {
  await sql`update push_message set devices = devices + ${devices} where id = ${id}`.execute(tx)
}

/** One more round is over. False: the message has ended meanwhile. */
export async function countTry(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update push_message set tries = tries + 1 where id = ${id} and ended_at is null returning 1`.execute(tx)
  return rows.length > 0
}

type EndedPush = { devices: number; job: string | null; payload: Record<string, unknown> | null }

/** Ends a message: its words go. Null: it has ended before. */
export async function endPush(tx: Tx, id: string, at: Date): Promise<EndedPush | null> {
  const { rows } = await sql<EndedPush>`
    with ended as (
      update push_message set ended_at = ${at}, title = '', body = '' where id = ${id} and ended_at is null
      returning id, devices, otherwise_job as job, otherwise_payload as payload
    ), left_over as (
      delete from push_delivery d using ended e where d.message_id = e.id
    )
    select devices, job, payload from ended`.execute(tx)
  return rows[0] ?? null
}

/** Messages of every church that began before then and have not ended. Asked outside of any church. */
export async function selectQuietPushes(tx: Tx, since: Date): Promise<{ tenantId: string; messageId: string }[]> {
  const { rows } = await sql<{ tenantId: string; messageId: string }>`
    select tenant_id as "tenantId", message_id as "messageId" from find_quiet_pushes(${since})`.execute(tx)
  return rows
}

/** Takes away a browser of which the push service says that it is not there any more, unless it came back meanwhile. */
export async function deleteGone(tx: Tx, gone: readonly { subscriptionId: string; endpoint: string }[]): Promise<void> {
  await sql`
    delete from push_subscription s
    using unnest(${gone.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${gone.map(({ endpoint }) => endpoint)}::text[])
      as g (id, endpoint)
    where s.id = g.id and s.endpoint = g.endpoint`.execute(tx)
}
