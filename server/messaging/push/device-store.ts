import { sql, type RawBuilder } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'

/** The session that a browser goes with: of a guardian, by the hash of its token, or of somebody on the staff, by its id. */
export type Session = { guardian: Buffer } | { staff: string }

const isOf = (session: Session): RawBuilder<boolean> =>
  'guardian' in session
    ? sql`coalesce(s.guardian_session = ${session.guardian}, false)`
    : sql`coalesce(s.staff_session = ${session.staff}::uuid, false)`

export type NewSubscription = {
  tenantId: TenantId
  personId: string
  session: Session
  /** When the session ends. */
  expiresAt: Date
  endpoint: string
  /** Base64url. */
  p256dh: string
  auth: string
  /** `Chrome on Android`. */
  device: string | null
  at: Date
}

/** A session has one browser. A browser that changed hands belongs to whoever uses it now. */
export async function saveSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  const { tenantId, personId, session, expiresAt, endpoint, p256dh, auth, device, at } = subscription
  const [guardian, staff] = 'guardian' in session ? [session.guardian, null] : [null, session.staff]
  await sql`delete from push_subscription s where s.endpoint = ${endpoint} and not ${isOf(session)}`.execute(tx)
  await sql`
    insert into push_subscription
      (tenant_id, person_id, guardian_session, staff_session, endpoint, p256dh, auth, device, created_at, expires_at)
    values (${tenantId}, ${personId}, ${guardian}, ${staff}::uuid, ${endpoint}, ${p256dh}, ${auth}, ${device}, ${at}, ${expiresAt})
    on conflict (tenant_id, ${guardian ? sql`guardian_session` : sql`staff_session`}) do update
    set person_id = excluded.person_id, endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      device = excluded.device,
      -- What was taken for another address says nothing of this one.
      last_taken_at = case when push_subscription.endpoint = excluded.endpoint then push_subscription.last_taken_at end`.execute(
    tx,
  )
}

/** When a session of the staff ends, held until the transaction does; null: it has ended. */
export async function selectStaffSessionEnd(tx: Tx, sessionId: string): Promise<Date | null> {
  const { rows } = await sql<{ expiresAt: Date }>`
    select expires_at as "expiresAt" from session where id = ${sessionId}`.execute(tx)
  return rows[0]?.expiresAt ?? null
}

/** Takes the browser of a session away, if it has one. */
export async function unsubscribe(tx: Tx, session: Session): Promise<void> {
  await sql`delete from push_subscription s where ${isOf(session)}`.execute(tx)
}

type DeviceRecord = { id: string; name: string | null; isThis: boolean; addedAt: Date; lastTakenAt: Date | null }

/** The browsers by which a person is told, the latest first. */
export async function selectOwnDevices(
  tx: Tx,
  { personId, session, at }: { personId: string; session: Session; at: Date },
): Promise<DeviceRecord[]> {
  const { rows } = await sql<DeviceRecord>`
    select s.id, s.device as name, ${isOf(session)} as "isThis", s.created_at as "addedAt", s.last_taken_at as "lastTakenAt"
    from push_subscription s where s.person_id = ${personId} and s.expires_at > ${at}
    order by s.created_at desc, s.id`.execute(tx)
  return rows
}

/** False: the person has no such browser. */
export async function deleteOwnDevice(tx: Tx, personId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from push_subscription where id = ${id} and person_id = ${personId} returning 1`.execute(tx)
  return rows.length > 0
}

/** The people behind these accounts of the staff. */
export async function selectPersonsOfAccounts(tx: Tx, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from account where id = any (${accountIds}::uuid[]) and person_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
