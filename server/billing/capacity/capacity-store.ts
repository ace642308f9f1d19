import { sql } from 'kysely'
import type { Standing } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Churches with more people than their plan allows. */
export async function selectFullChurches(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from find_full_churches()`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** What the gate of the church that was entered depends on; null: there is none. */
export async function selectStanding(tx: Tx): Promise<Standing | null> {
  const { rows } = await sql<Standing>`
    select s.expires_on::text as "expiresOn", s.membership_size as "membershipSize", z.confirmed as people,
      z.over_since as "overSince", c.time_zone as "timeZone"
    from church c
    join subscription s on s.tenant_id = c.tenant_id
    join church_size z on z.tenant_id = c.tenant_id`.execute(tx)
  return rows[0] ?? null
}

/** False when the church was told this already since it got too many people. */
export async function claimNotice(
  tx: Tx,
  notice: { tenantId: string; overSince: Date; daysLeft: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into capacity_notice (tenant_id, over_since, days_left, notified_at)
    select ${notice.tenantId}, z.over_since, ${notice.daysLeft}, ${notice.at}::timestamptz
    from church_size z where date_trunc('milliseconds', z.over_since) = ${notice.overSince}::timestamptz
    on conflict do nothing returning days_left`.execute(tx)
  return rows.length > 0
}
