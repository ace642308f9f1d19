import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import { systemActor, type Actor } from '#server/platform/http/index.ts'

export type Payer = { tenantId: string; accountId: string; email: string; hasPaid: boolean }

/** Who pays for a church, and whether it ever did. */
export async function findPayer(tx: Tx, tenantId: string): Promise<Payer | null> {
  const { rows } = await sql<Payer>`
    select a.tenant_id as "tenantId", a.id as "accountId", a.email,
      exists (select from payment p where p.tenant_id = a.tenant_id) as "hasPaid"
    from account a where a.tenant_id = ${tenantId} and 'Admin' = any (a.roles) order by a.created_at limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** The first operator as the one who decides; null: there is none. */
export async function findConsole(tx: Tx): Promise<Actor | null> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from operator order by created_at, id limit 1`.execute(tx)
  const [desk] = rows
  return desk ? { ...systemActor, kind: 'operator', id: desk.id, name: desk.email } : null
}
