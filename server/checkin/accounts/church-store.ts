import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type ChurchRecord = {
  tenantId: string
  name: string
  /** The current one; null: the church has none yet. */
  slug: string | null
  isoCode: string
  timeZone: string
  logoId: string | null
  membershipSize: number
  expiresOn: string
  people: number
  overSince: Date | null
}

/** The church that was entered, with what its gate depends on; null: there is none. */
export async function selectChurch(tx: Tx): Promise<ChurchRecord | null> {
  const { rows } = await sql<ChurchRecord>`
    select c.tenant_id as "tenantId", c.name, own_slug() as slug, c.iso_code as "isoCode", c.time_zone as "timeZone",
      c.logo_id as "logoId", p.membership_size as "membershipSize", p.expires_on::text as "expiresOn",
      z.confirmed as people, z.over_since as "overSince"
    from church c
    join subscription p on p.tenant_id = c.tenant_id
    join church_size z on z.tenant_id = c.tenant_id`.execute(tx)
  return rows[0] ?? null
}

/** The church that has this slug or had it; null: none. */
export async function findTenantOf(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ tenantId: string | null }>`select find_slug(${slug}) as "tenantId"`.execute(tx)
  return rows[0]?.tenantId ?? null
}

/** Countries (ISO 3166) whose guardians sign in by phone. */
export async function selectGuardianCountries(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ isoCode: string }>`
    select iso_code as "isoCode" from find_guardian_countries()`.execute(tx)
  return rows.map((row) => row.isoCode)
}
