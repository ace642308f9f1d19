import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'

type PlanRecord = {
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
      coalesce(s.churches, 0) as churches
    from plan p left join (select plan_id, count(*) as churches from subscription group by plan_id) s on s.plan_id = p.id
    order by p.offered desc, p.membership_size, lower(p.name), p.id`.execute(tx)
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

/** Answers its id: the one given, or one of its own. */
export async function insertPlan(tx: Tx, plan: PlanInput & { id?: string }, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into plan (id, name, description, membership_size, offered, created_at)
    values (coalesce(${plan.id ?? null}::uuid, gen_random_uuid()), ${plan.name}, ${plan.description}, ${plan.membershipSize}, ${plan.offered}, ${at}) returning id`.execute(
    tx,
  )
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
  endedAt: Date | null
}

/** Prices in force at a moment, and those that are to come. */
export async function selectPrices(tx: Tx, at: Date): Promise<PriceRecord[]> {
  const { rows } = await sql<PriceRecord>`
    select id, product, plan_id as "planId", iso_code as "isoCode", currency, trim_scale(amount)::text as amount,
      started_at as "startedAt", ended_at as "endedAt"
    from price where (ended_at is null or ended_at > ${at}) and ended_at is distinct from started_at
    order by iso_code nulls first, currency, started_at, id`.execute(tx)
  return rows
}

type PricePlace = Pick<PriceRecord, 'product' | 'planId' | 'isoCode' | 'currency'>

const isAt = (place: PricePlace) => sql`
  product = ${place.product} and currency = ${place.currency}
  and plan_id is not distinct from ${place.planId}::uuid and iso_code is not distinct from ${place.isoCode}::text`

const isInForce = (at: Date) => sql`started_at <= ${at} and (ended_at is null or ended_at > ${at})`

/** What ends, and what was to begin from then on and never will: it ends with its beginning. */
const ending = (at: Date) => sql`ended_at = greatest(started_at, ${at}::timestamptz)`
const goesOn = (at: Date) => sql`(ended_at is null or ended_at > ${at}) and ended_at is distinct from started_at`

/** The amount in force of this product, plan, country and currency at a moment, and the next one to come; null: none. */
export async function selectPrice(
  tx: Tx,
  place: PricePlace,
  at: Date,
): Promise<{ amount: string | null; toCome: string | null }> {
  const { rows } = await sql<{ amount: string; isToCome: boolean }>`
    select trim_scale(amount)::text as amount, started_at > ${at} as "isToCome" from price
    where ${isAt(place)} and ${goesOn(at)} order by started_at desc`.execute(tx)
  return {
    amount: rows.find(({ isToCome }) => !isToCome)?.amount ?? null,
    toCome: rows.findLast(({ isToCome }) => isToCome)?.amount ?? null,
  }
}

export async function endPrice(tx: Tx, place: PricePlace, at: Date): Promise<void> {
  await sql`update price set ${ending(at)} where ${isAt(place)} and ${goesOn(at)}`.execute(tx)
}

export async function insertPrice(tx: Tx, place: PricePlace & { amount: string; at: Date }): Promise<void> {
  await sql`
    insert into price (product, plan_id, iso_code, currency, amount, started_at)
    values (${place.product}, ${place.planId}, ${place.isoCode}, ${place.currency}, ${place.amount}::numeric, ${place.at})`.execute(
    tx,
  )
}

type TaxRecord = { id: string; isoCode: string; name: string; rate: string; startedAt: Date; endedAt: Date | null }

const taxes = sql`
  select id, iso_code as "isoCode", name, trim_scale(rate)::text as rate, started_at as "startedAt", ended_at as "endedAt"
  from tax_rate`

/** Taxes in force at a moment, and those that are to come. */
export async function selectTaxes(tx: Tx, at: Date): Promise<TaxRecord[]> {
  const { rows } = await sql<TaxRecord>`${taxes} where ${goesOn(at)} order by iso_code, started_at, id`.execute(tx)
  return rows
}

/** The tax of a country at a moment; null: none. */
export async function selectTax(tx: Tx, isoCode: string, at: Date): Promise<TaxRecord | null> {
  const { rows } = await sql<TaxRecord>`${taxes} where iso_code = ${isoCode} and ${isInForce(at)}
    order by started_at desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function endTax(tx: Tx, isoCode: string, at: Date): Promise<void> {
  await sql`update tax_rate set ${ending(at)} where iso_code = ${isoCode} and ${goesOn(at)}`.execute(tx)
}

export async function insertTax(
  tx: Tx,
  tax: Pick<TaxRecord, 'isoCode' | 'name' | 'rate'> & { at: Date },
): Promise<void> {
  await sql`
    insert into tax_rate (iso_code, name, rate, started_at)
    values (${tax.isoCode}, ${tax.name}, ${tax.rate}::numeric, ${tax.at})`.execute(tx)
}

export type InstallationRecord = {
  /** Who issues receipts. */
  legalName: string | null
  taxNumber: string | null
  supportEmail: string | null
  supportPhone: string | null
  chatUrl: string | null
  /** Minor units by currency. */
  approvalLimits: Record<string, number>
}

export async function selectInstallation(tx: Tx): Promise<InstallationRecord> {
  const { rows } = await sql<InstallationRecord>`
    select legal_name as "legalName", tax_number as "taxNumber", support_email as "supportEmail", support_phone as "supportPhone", chat_url as "chatUrl",
      approval_limits as "approvalLimits" from installation`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The installation has no row of its own')
  return row
}

export async function updateInstallation(tx: Tx, installation: InstallationRecord): Promise<void> {
  await sql`
    update installation set legal_name = ${installation.legalName}, tax_number = ${installation.taxNumber}, support_email = ${installation.supportEmail}, support_phone = ${installation.supportPhone},
      chat_url = ${installation.chatUrl}, approval_limits = ${JSON.stringify(installation.approvalLimits)}::jsonb`.execute(
    tx,
  )
}

export type BankAccountRecord = {
  currency: string
  accountName: string
  accountNumber: string
  bank: string
  note: string
}

/** The accounts that churches are shown, by currency. */
export async function selectBankAccounts(tx: Tx): Promise<BankAccountRecord[]> {
  const { rows } = await sql<BankAccountRecord>`
    select currency, account_name as "accountName", account_number as "accountNumber", bank, note
    from bank_account where offered order by currency`.execute(tx)
  return rows
}

/** The account of a currency is shown no more; its row stays, for payments were made to it. */
export async function withdrawBankAccount(tx: Tx, currency: string): Promise<void> {
  await sql`update bank_account set offered = false where currency = ${currency} and offered`.execute(tx)
}

export async function insertBankAccount(tx: Tx, account: BankAccountRecord): Promise<void> {
  await sql`
    insert into bank_account (currency, account_name, account_number, bank, note)
    values (${account.currency}, ${account.accountName}, ${account.accountNumber}, ${account.bank}, ${account.note})`.execute(
    tx,
  )
}

/** With what the demo of this installation was made; null: before it was written down, or no demo at all. */
export async function readDemoVersion(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    select demo_version as version from installation`.execute(tx)
  return rows[0]?.version ?? null
}

export async function saveDemoVersion(tx: Tx, version: number): Promise<void> {
  await sql`update installation set demo_version = ${version}`.execute(tx)
}

/** How far the demo's clock is ahead of the real one. */
export async function readClockAhead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select coalesce(demo_clock_ahead_ms, 0)::float8 as ahead from installation`.execute(tx)
  return rows[0]?.ahead ?? 0
}

export async function saveClockAhead(tx: Tx, milliseconds: number): Promise<void> {
  await sql`update installation set demo_clock_ahead_ms = ${Math.round(milliseconds)}`.execute(tx)
}
