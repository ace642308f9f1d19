import { randomUUIDv7 } from 'node:crypto'
import { announcement } from '../../platform/announcements.ts'
import { ApiError } from '../../platform/http/index.ts'
import { isRefusedBy, type Tx } from '../../platform/database/index.ts'
import { type Enqueue, defineJob } from '../../platform/jobs/index.ts'
import { selectKeepers } from '../keepers/index.ts'
import { sql } from 'kysely'
import type { MovementKind } from '#contract/billing/statement.ts'
import { z } from 'zod/mini'

/** What a movement of units is for: `reference` makes it happen once. */
export type Movement = { units: number; reference: string; at: Date }

/** Opens the unit accounts of a new church. */
export const openUnits = (tx: Tx, tenantId: string): Promise<void> => insertAccounts(tx, tenantId)

/** Before several movements in one transaction: otherwise another send may hold one account and wait for the other. */
export const lockUnits = (tx: Tx, tenantId: string): Promise<void> => lockAccounts(tx, tenantId)

/** Free units: what may still be spent. */
export const availableUnits = (tx: Tx, tenantId: string): Promise<number> => selectBalance(tx, tenantId, 'available')

/** Gives units to a church, for a payment or as a gift. The same reference again changes nothing. */
export async function grantUnits(tx: Tx, tenantId: string, { units, reference, at }: Movement): Promise<void> {
  if (units > 0)
    await insertTransaction(tx, tenantId, {
      kind: 'grant',
      reference,
      at,
      entries: { issued: -units, available: units },
    })
}

/**
 * Sets units aside for a send before anything goes. Throws `not_enough_units`: the database refuses a balance below
 * zero, so that of two sends for the last units one goes. When it leaves fewer than the church wanted to be told of, it
 * is told.
 */
export async function holdUnits(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, units, reference, at }: Movement & { tenantId: string },
): Promise<void> {
  await takeFree(tx, enqueue, { tenantId, units, reference, at, kind: 'hold', to: 'held', refusal: 'not_enough_units' })
}

/** Spends held units for what a provider accepted. */
export async function postUnits(tx: Tx, tenantId: string, { units, reference, at }: Movement): Promise<void> {
  if (units > 0)
    await insertTransaction(tx, tenantId, { kind: 'post', reference, at, entries: { held: -units, spent: units } })
}

/** Frees held units that were not needed. */
export async function releaseUnits(tx: Tx, tenantId: string, { units, reference, at }: Movement): Promise<void> {
  if (units > 0)
    await insertTransaction(tx, tenantId, {
      kind: 'release',
      reference,
      at,
      entries: { held: -units, available: units },
    })
}

/** Gives spent units back, for messages that were accepted and never arrived. */
export async function returnUnits(tx: Tx, tenantId: string, { units, reference, at }: Movement): Promise<void> {
  if (units > 0)
    await insertTransaction(tx, tenantId, {
      kind: 'return',
      reference,
      at,
      entries: { spent: -units, available: units },
    })
}

/**
 * Takes free units back whose payment was given back. The same reference again changes nothing; throws
 * `units_spent` where there are not so many free ones any more. Tells the church like `holdUnits` does.
 */
export async function revokeUnits(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, units, reference, at }: Movement & { tenantId: string },
): Promise<void> {
  await takeFree(tx, enqueue, { tenantId, units, reference, at, kind: 'revoke', to: 'issued', refusal: 'units_spent' })
}

type Taking = Movement & {
  tenantId: string
  kind: 'hold' | 'revoke'
  /** Where the free units go. */
  to: 'held' | 'issued'
  /** What is said where there are not so many. */
  refusal: 'not_enough_units' | 'units_spent'
}

/** Takes free units once, and tells the church when that leaves fewer than it wanted to be told of. */
async function takeFree(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, units, reference, at, ...taking }: Taking,
): Promise<void> {
  if (units === 0) return
  const { kind, to, refusal } = taking
  try {
    const entries = { available: -units, [to]: units }
    const before = await insertTransaction(tx, tenantId, { kind, reference, at, entries })
    if (before) await announceLowUnits(tx, enqueue, { tenantId, ...before, left: before.available - units, at })
  } catch (error) {
    if (isRefusedBy(error, 'not_enough_units')) throw new ApiError(refusal)
    throw error
  }
}

/** Announced once when a church's units run low, for whoever tells its keepers otherwise than by mail. */
export const unitsRunLow = announcement<{
  tenantId: string
  /** Of those who keep the church's money. */
  accountIds: string[]
  churchName: string
  left: number
  enqueue: Enqueue
  at: Date
}>()

async function selectChurchName(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from church`.execute(tx)
  return rows[0]?.name ?? ''
}

/** Mails one account that the units of its church run low. */
export const sendLowUnitsMailJob = defineJob({
  name: 'billing.low-units',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid() }),
})

type Spent = {
  tenantId: string
  /** Free units before, and those left. Both are true: whoever moves units holds the church's accounts. */
  available: number
  left: number
  /** Null: the church does not want to be told. */
  threshold: number | null
  at: Date
}

/**
 * Tells the church's owners and finance, after commit, that its units run low: by the one movement that takes them from
 * the threshold or more to less, so that it is told once until it has had as many again, by a purchase or because units
 * came back. A threshold that is set above what there is tells nobody: the screen shows it at once.
 */
async function announceLowUnits(
  tx: Tx,
  enqueue: Enqueue,
  { tenantId, available, left, threshold, at }: Spent,
): Promise<void> {
  if (threshold === null || available < threshold || left >= threshold) return
  const accountIds = await selectKeepers(tx, tenantId)
  for (const accountId of accountIds) await enqueue(tx, sendLowUnitsMailJob, { tenantId, accountId })
  await unitsRunLow.announce(tx, { tenantId, accountIds, churchName: await selectChurchName(tx), left, enqueue, at })
}

type UnitAccount = 'issued' | 'available' | 'held' | 'spent'

type UnitTransaction = {
  kind: MovementKind
  /** What it is for. The same kind with the same reference happens once. */
  reference: string
  /** What each account gains (positive) or gives (negative); sums to zero. */
  entries: Partial<Record<UnitAccount, number>>
  at: Date
}

/** Opens the four accounts of a new church with nothing in them. */
async function insertAccounts(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    insert into unit_account (tenant_id, account)
    select ${tenantId}, account from unnest('{available,held,issued,spent}'::text[]) account
    returning 1`.execute(tx)
}

/** Free units before a transaction, and below how many the church wants to be told (null: never). */
type Before = { available: number; threshold: number | null }

/**
 * Writes a transaction, its entries and the balances in one statement; null when the same one stands already. Whoever moves
 * units holds `available` first, so that no two wait for each other, and takes the transaction's number from it.
 */
async function insertTransaction(tx: Tx, tenantId: string, transaction: UnitTransaction): Promise<Before | null> {
  const { kind, reference, at } = transaction
  const entries = Object.entries({ available: 0, ...transaction.entries })
  const { rows } = await sql<Before>`
    with account as materialized (
      select account, balance, moves from unit_account
      where tenant_id = ${tenantId} and account in ('available', 'held') order by account for update
    ), written as (
      insert into unit_transaction (tenant_id, id, kind, reference, at, number, available_before, held_before)
      select c.tenant_id, ${randomUUIDv7()}::uuid, ${kind}, ${reference}, ${at}::timestamptz, available.moves + 1, available.balance, held.balance
      from church c cross join account available cross join account held
      where c.tenant_id = ${tenantId} and available.account = 'available' and held.account = 'held'
      on conflict (tenant_id, kind, reference) do nothing returning tenant_id, id, available_before
    ), moved as (
      update unit_account a set balance = a.balance + e.units, moves = a.moves + case e.account when 'available' then 1 else 0 end
      from written, unnest(${entries.map(([account]) => account)}::text[], ${entries.map(([, units]) => units)}::bigint[])
        as e (account, units)
      where a.tenant_id = written.tenant_id and a.account = e.account
      returning a.account, e.units, a.balance - e.units as balance_before
    ), entered as (
      insert into unit_entry (tenant_id, transaction_id, account, units, balance_before)
      select c.tenant_id, written.id, moved.account, moved.units, moved.balance_before
      from church c, written, moved where c.tenant_id = ${tenantId} and moved.units <> 0 returning 1
    )
    select written.available_before as available, alert.threshold
    from written left join unit_alert alert on alert.tenant_id = written.tenant_id`.execute(tx)
  return rows[0] ?? null
}

async function selectBalance(tx: Tx, tenantId: string, account: UnitAccount): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from unit_account where tenant_id = ${tenantId} and account = ${account}`.execute(tx)
  return rows[0]?.balance ?? 0
}

/** Locks all of a church's unit accounts, in the order of their names. */
async function lockAccounts(tx: Tx, tenantId: string): Promise<void> {
  await sql`select from unit_account where tenant_id = ${tenantId} order by account for update`.execute(tx)
}

/** Below how many free units the church wants to be told; null: never. */
export async function selectThreshold(tx: Tx, tenantId: string): Promise<number | null> {
  const { rows } = await sql<{ threshold: number }>`
    select threshold from unit_alert where tenant_id = ${tenantId}`.execute(tx)
  return rows[0]?.threshold ?? null
}

/** Sets it, or with null takes it away. */
export async function saveThreshold(tx: Tx, tenantId: string, threshold: number | null): Promise<void> {
  await (
    threshold === null
      ? sql`delete from unit_alert where tenant_id = ${tenantId}`
      : sql`
        insert into unit_alert (tenant_id, threshold) values (${tenantId}, ${threshold})
        on conflict (tenant_id) do update set threshold = excluded.threshold`
  ).execute(tx)
}
