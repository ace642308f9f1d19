import { sql } from 'kysely'
import { readDecimal } from '#contract/billing/exact.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { UNTAXED, type TaxRate } from './tax.ts'

export type PriceRecord = {
  id: string
  product: 'sms' | 'email' | 'subscription'
  planId: string | null
  currency: string
  /** Exact decimal of major units. */
  amount: string
}

/**
 * The prices in force at a moment for churches of a country, one for each product, plan and currency: its own beats the
 * general one.
 */
export async function selectPrices(tx: Tx, isoCode: string, at: Date): Promise<PriceRecord[]> {
  const { rows } = await sql<PriceRecord>`
    select distinct on (product, plan_id, currency)
      id, product, plan_id as "planId", currency, trim_scale(amount)::text as amount
    from price
    where started_at <= ${at} and (ended_at is null or ended_at > ${at}) and (iso_code = ${isoCode} or iso_code is null)
    order by product, plan_id, currency, iso_code nulls last, started_at desc`.execute(tx)
  return rows
}

/** Whether there is or ever was a price of this id. */
export async function isPriceId(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from price where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** What tax a country takes at a moment. */
export async function selectTax(tx: Tx, isoCode: string, at: Date): Promise<TaxRate> {
  const { rows } = await sql<{ name: string; rate: string }>`
    select name, trim_scale(rate)::text as rate from tax_rate
    where iso_code = ${isoCode} and started_at <= ${at} and (ended_at is null or ended_at > ${at})
    order by started_at desc limit 1`.execute(tx)
  const [row] = rows
  const percent = row && readDecimal(row.rate)
  return row && percent ? { name: row.name, percent } : UNTAXED
}

type BankAccountRecord = { accountName: string; accountNumber: string; bank: string; note: string }

/** Where transfers of a currency go; null: nowhere. */
export async function selectBankAccount(tx: Tx, currency: string): Promise<BankAccountRecord | null> {
  const { rows } = await sql<BankAccountRecord>`
    select account_name as "accountName", account_number as "accountNumber", bank, note from bank_account
    where offered and currency = ${currency}`.execute(tx)
  return rows[0] ?? null
}
