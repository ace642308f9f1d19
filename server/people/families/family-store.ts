import { sql } from 'kysely'
import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type FamilyFields = { name: string; email: string | null; homePhone: string | null; address: string | null }
export type FamilyRecord = FamilyFields & { id: string; sortName: string }

export async function insertFamily(tx: Tx, tenantId: TenantId, family: FamilyRecord & { at: Date }): Promise<void> {
  await sql`
    insert into family (tenant_id, id, name, sort_name, email, home_phone, address, created_at)
    values (${tenantId}, ${family.id}, ${family.name}, ${family.sortName}, ${family.email}, ${family.homePhone},
      ${family.address}, ${family.at})`.execute(tx)
}

/** A family, held until the transaction ends. */
export async function selectForUpdate(tx: Tx, id: string): Promise<FamilyFields | null> {
  const { rows } = await sql<FamilyFields>`
    select name, email, home_phone as "homePhone", address from family where id = ${id} for no key update`.execute(tx)
  return rows[0] ?? null
}

export async function updateFamily(tx: Tx, family: FamilyRecord): Promise<void> {
  await sql`
    update family set name = ${family.name}, sort_name = ${family.sortName}, email = ${family.email},
      home_phone = ${family.homePhone}, address = ${family.address}
    where id = ${family.id}`.execute(tx)
}

/** False when there was none. */
export async function deleteFamily(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`delete from family where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
