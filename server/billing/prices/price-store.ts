import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type PriceRecord = {
  id: string
  product: 'sms' | 'email' | 'subscription'
  planId: string | null
  currency: string
  /** Exact decimal of major units. */
  amount: string
}

/** The prices in force for churches of a country, one for each product, plan and currency: its own beats the general one. */
export async function selectPrices(tx: Tx, isoCode: string): Promise<PriceRecord[]> {
  const { rows } = await sql<PriceRecord>`
    select distinct on (product, plan_id, currency)
      id, product, plan_id as "planId", currency, trim_scale(amount)::text as amount
    from price where ended_at is null and (iso_code = ${isoCode} or iso_code is null)
    order by product, plan_id, currency, iso_code nulls last`.execute(tx)
  return rows
}

export type BankAccountRecord = { accountName: string; accountNumber: string; bank: string; note: string }

/** Where transfers of a currency go; null: nowhere. */
export async function selectBankAccount(tx: Tx, currency: string): Promise<BankAccountRecord | null> {
  const { rows } = await sql<BankAccountRecord>`
    select account_name as "accountName", account_number as "accountNumber", bank, note from bank_account
    where offered and currency = ${currency}`.execute(tx)
  return rows[0] ?? null
}
