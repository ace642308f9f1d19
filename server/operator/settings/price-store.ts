import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type PlanRecord = {
  id: string
  name: string
  description: string
  membershipSize: number
  offered: boolean
  churches: number
}

/** Plans, those on offer first, the smallest first. */
export async function selectPlans(tx: Tx): Promise<PlanRecord[]> {
  const { rows } = await sql<PlanRecord>`
    select p.id, p.name, p.description, p.membership_size as "membershipSize", p.offered,
      (select count(*) from subscription s where s.plan_id = p.id) as churches
    from plan p order by p.offered desc, p.membership_size, lower(p.name), p.id`.execute(tx)
  return rows
}

export type PlanInput = { name: string; description: string; membershipSize: number; offered: boolean }

/** The plan as it can be changed; null: there is none of this id. */
export async function selectPlan(tx: Tx, id: string): Promise<PlanInput | null> {
  const { rows } = await sql<PlanInput>`
    select name, description, membership_size as "membershipSize", offered from plan where id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whether another plan on offer has this name, in whichever letters. */
export async function isNameTaken(tx: Tx, name: string, besides: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from plan where offered and lower(name) = lower(${name}) and id is distinct from ${besides}::uuid`.execute(
    tx,
  )
  return rows.length > 0
}

export async function insertPlan(tx: Tx, plan: PlanInput, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into plan (name, description, membership_size, offered, created_at)
    values (${plan.name}, ${plan.description}, ${plan.membershipSize}, ${plan.offered}, ${at}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A plan was not kept')
  return row.id
}

export async function updatePlan(tx: Tx, id: string, plan: PlanInput): Promise<void> {
  await sql`
    update plan set name = ${plan.name}, description = ${plan.description}, membership_size = ${plan.membershipSize},
      offered = ${plan.offered} where id = ${id}`.execute(tx)
}

export type PriceRecord = {
  id: string
  product: 'sms' | 'email' | 'subscription'
  planId: string | null
  isoCode: string | null
  currency: string
  /** Exact decimal of major units. */
  amount: string
  startedAt: Date
}

/** Prices in force. */
export async function selectPrices(tx: Tx): Promise<PriceRecord[]> {
  const { rows } = await sql<PriceRecord>`
    select id, product, plan_id as "planId", iso_code as "isoCode", currency, trim_scale(amount)::text as amount,
      started_at as "startedAt"
    from price where ended_at is null order by iso_code nulls first, currency, id`.execute(tx)
  return rows
}

export type PricePlace = Pick<PriceRecord, 'product' | 'planId' | 'isoCode' | 'currency'>

const isInForce = (place: PricePlace) => sql`
  ended_at is null and product = ${place.product} and currency = ${place.currency}
  and plan_id is not distinct from ${place.planId}::uuid and iso_code is not distinct from ${place.isoCode}::text`

/** The amount in force of this product, plan, country and currency; null: none. */
export async function selectPrice(tx: Tx, place: PricePlace): Promise<string | null> {
  const { rows } = await sql<{ amount: string }>`
    select trim_scale(amount)::text as amount from price where ${isInForce(place)}`.execute(tx)
  return rows[0]?.amount ?? null
}

export async function endPrice(tx: Tx, place: PricePlace, at: Date): Promise<void> {
  await sql`update price set ended_at = ${at} where ${isInForce(place)}`.execute(tx)
}

export async function insertPrice(tx: Tx, place: PricePlace & { amount: string; at: Date }): Promise<void> {
  await sql`
    insert into price (product, plan_id, iso_code, currency, amount, started_at)
    values (${place.product}, ${place.planId}, ${place.isoCode}, ${place.currency}, ${place.amount}::numeric, ${place.at})`.execute(
    tx,
  )
}
