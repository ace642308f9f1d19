import { sql } from 'kysely'
import type { MovementKind } from '#contract/billing/statement.ts'
import type { Tx } from '#server/platform/database/index.ts'

export type UnitAccount = 'issued' | 'available' | 'held' | 'spent'
export type UnitTransaction = {
  kind: MovementKind
  /** What it is for. The same kind with the same reference happens once. */
  reference: string
  /** What each account gains (positive) or gives (negative); sums to zero. */
  entries: Partial<Record<UnitAccount, number>>
  at: Date
}

/** Opens the four accounts of a new church with nothing in them. */
export async function insertAccounts(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    insert into unit_account (tenant_id, account)
    select ${tenantId}, account from unnest('{available,held,issued,spent}'::text[]) account`.execute(tx)
}

/** Free units before a transaction, and below how many the church wants to be told (null: never). */
export type Before = { available: number; threshold: number | null }

/** Writes a transaction, with all accounts locked; null when the same one stands already. */
export async function insertTransaction(
  tx: Tx,
  tenantId: string,
  transaction: UnitTransaction,
): Promise<Before | null> {
  const { kind, reference, at } = transaction
  const entries = Object.entries(transaction.entries)
  // In the order of the accounts' names, so that two transactions never wait for each other.
  const { rows } = await sql<Before>`
    with written as (
      insert into unit_transaction (tenant_id, kind, reference, at) values (${tenantId}, ${kind}, ${reference}, ${at})
      on conflict (tenant_id, kind, reference) do nothing returning tenant_id, id, available_before
    ), entered as (
      insert into unit_entry (tenant_id, transaction_id, account, units)
      select written.tenant_id, written.id, entry.account, entry.units
      from written, unnest(${entries.map(([account]) => account)}::text[], ${entries.map(([, units]) => units)}::bigint[])
        as entry (account, units)
      order by entry.account
    )
    select written.available_before as available, alert.threshold
    from written left join unit_alert alert on alert.tenant_id = written.tenant_id`.execute(tx)
  return rows[0] ?? null
}

export async function selectBalance(tx: Tx, tenantId: string, account: UnitAccount): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from unit_account where tenant_id = ${tenantId} and account = ${account}`.execute(tx)
  return rows[0]?.balance ?? 0
}

/** Locks all of a church's unit accounts, in the order of their names. */
export async function lockAccounts(tx: Tx, tenantId: string): Promise<void> {
  await sql`select from unit_account where tenant_id = ${tenantId} order by account for update`.execute(tx)
}
