import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type FamilyFields = { name: string; email: string | null; homePhone: string | null; address: string | null }
export type FamilyRecord = FamilyFields & { id: string; sortName: string }

export async function insertFamilies(
  tx: Tx,
  tenantId: TenantId,
  families: readonly FamilyRecord[],
  at: Date,
): Promise<void> {
  await sql`
    insert into family (tenant_id, id, name, sort_name, email, home_phone, address, created_at)
    select ${tenantId}, f.*, ${at} from unnest(
      ${families.map((family) => family.id)}::uuid[],
      ${families.map((family) => family.name)}::text[],
      ${families.map((family) => family.sortName)}::text[],
      ${families.map((family) => family.email)}::text[],
      ${families.map((family) => family.homePhone)}::text[],
      ${families.map((family) => family.address)}::text[]) f`.execute(tx)
}

/** A family, held until the transaction ends. */
export async function selectForUpdate(tx: Tx, id: string): Promise<(FamilyFields & { version: number }) | null> {
  const { rows } = await sql<FamilyFields & { version: number }>`
    select name, email, home_phone as "homePhone", address, version from family where id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function updateFamily(tx: Tx, family: FamilyRecord): Promise<void> {
  await sql`
    update family set name = ${family.name}, sort_name = ${family.sortName}, email = ${family.email},
      home_phone = ${family.homePhone}, address = ${family.address}
    where id = ${family.id}`.execute(tx)
}

/** That families, or who belongs to them, have changed. People are locked before families, everywhere. */
export async function raiseVersions(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update family f set version = f.version + 1
    from (select id from family where id = any (${ids}::uuid[]) order by id for no key update) l
    where f.id = l.id`.execute(tx)
}

/** False when there was none. */
export async function deleteFamily(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from family where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Gives a family a code of its own; false: another family of the church has it. Call it under the lock of codes. */
export async function saveFamilyCode(tx: Tx, { id, code }: { id: string; code: string }): Promise<boolean> {
  const { rows } = await sql`
    update family set own_code = ${code} where id = ${id} and not exists (
      select from family o where o.id <> ${id}
        and coalesce(o.own_code, upper(right(replace(o.id::text, '-', ''), 8))) = ${code})
    returning 1`.execute(tx)
  return rows.length > 0
}

/** One code of a church is given at a time, so that no two families come to share one. */
export async function lockFamilyCodes(tx: Tx, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`family codes ${tenantId}`}, 0))`.execute(tx)
}
