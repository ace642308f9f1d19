import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type NewSubscription = {
  tenantId: TenantId
  personId: string
  /** Hash of the token. */
  guardianSession: Buffer
  /** When the session ends. */
  expiresAt: Date
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
  at: Date
}

/** A session has one browser. A browser that changed hands belongs to whoever uses it now. */
export async function saveSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  const { tenantId, personId, guardianSession, expiresAt, endpoint, p256dh, auth, at } = subscription
  await sql`
    delete from push_subscription where endpoint = ${endpoint} and guardian_session <> ${guardianSession}`.execute(tx)
  await sql`
    insert into push_subscription
      (tenant_id, person_id, guardian_session, endpoint, p256dh, auth, created_at, expires_at)
    values (${tenantId}, ${personId}, ${guardianSession}, ${endpoint}, ${p256dh}, ${auth}, ${at}, ${expiresAt})
    on conflict (tenant_id, guardian_session) do update
    set person_id = excluded.person_id, endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`.execute(
    tx,
  )
}

/** Takes the browser of a session away, if it has one. */
export async function unsubscribe(tx: Tx, guardianSession: Buffer): Promise<void> {
  await sql`delete from push_subscription where guardian_session = ${guardianSession}`.execute(tx)
}

/** Whether a session has a browser that is told. */
export async function isSubscribed(tx: Tx, guardianSession: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from push_subscription where guardian_session = ${guardianSession}`.execute(tx)
  return rows.length > 0
}

/** Takes away a browser of which the push service says that it is not there any more, unless it came back meanwhile. */
export async function deleteGone(tx: Tx, gone: readonly { subscriptionId: string; endpoint: string }[]): Promise<void> {
  await sql`
    delete from push_subscription s
    using unnest(${gone.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${gone.map(({ endpoint }) => endpoint)}::text[])
      as g (id, endpoint)
    where s.id = g.id and s.endpoint = g.endpoint`.execute(tx)
}
