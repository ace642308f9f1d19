import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type NewChurch = {
  tenantId: string
  name: string
  city: string | null
  pastorName?: string | null
  /** ISO 3166-1 alpha-2. */
  isoCode: string
  /** ISO 4217. */
  currency: string
  /** IANA name, for example Africa/Lagos. */
  timeZone: string
  plan: {
    name: string
    membershipSize: number
    /** Last day, YYYY-MM-DD in the church's zone. */
    expiresOn: string
  }
}

/** Writes a church with its plan and nobody in it. The transaction must be inside that church. */
export async function insertChurch(tx: Tx, church: NewChurch, at: Date): Promise<void> {
  const { tenantId, plan } = church
  await sql`
    insert into church (tenant_id, name, pastor_name, city, iso_code, currency, time_zone, created_at)
    values (${tenantId}, ${church.name}, ${church.pastorName ?? null}, ${church.city}, ${church.isoCode},
      ${church.currency}, ${church.timeZone}, ${at})`.execute(tx)
  await sql`
    insert into subscription (tenant_id, plan_name, membership_size, expires_on)
    values (${tenantId}, ${plan.name}, ${plan.membershipSize}, ${plan.expiresOn})`.execute(tx)
  await sql`insert into church_size (tenant_id) values (${tenantId})`.execute(tx)
}
