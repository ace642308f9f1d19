import { randomUUID } from 'node:crypto'
import { currencies } from '#contract/money.ts'
import type { Look } from './query-store.ts'

const idOf = ([row]: Record<string, unknown>[]): string => String(row?.['id'])

/** A plan that churches may choose. */
export const addPlan = async (look: Look, name: string, membershipSize: number): Promise<string> =>
  idOf(await look('insert into plan (name, membership_size) values ($1, $2) returning id', [name, membershipSize]))

export type TestPrice = {
  currency: string
  amount: string
  /** Of a month of this plan; absent: of an SMS unit. */
  planId?: string
  isoCode?: string
}

/** Ends the price in force, if there is one, and begins this one. */
export async function setPrice(look: Look, { currency, amount, planId, isoCode }: TestPrice): Promise<string> {
  const product = planId ? 'subscription' : 'sms'
  const key = [product, planId ?? null, isoCode ?? null, currency]
  await look(
    `update price set ended_at = date_trunc('milliseconds', now()) where ended_at is null and product = $1 and plan_id is not distinct from $2
     and iso_code is not distinct from $3 and currency = $4`,
    key,
  )
  return idOf(
    await look(
      `insert into price (product, plan_id, iso_code, currency, amount, started_at)
      values ($1, $2, $3, $4, $5, date_trunc('milliseconds', now())) returning id`,
      [...key, amount],
    ),
  )
}

export async function openBankAccount(look: Look, currency: string): Promise<void> {
  await look(
    `insert into bank_account (currency, account_name, account_number, bank) values ($1, 'Narthex', '0000000000', 'Test Bank')`,
    [currency],
  )
}

/** No sum of a test is above the limit of its currency: one operator approves and refunds alone. */
export const letOneDecide = (look: Look): Promise<void> =>
  limitApprovals(look, Object.fromEntries([...currencies.keys()].map((currency) => [currency, 1_000_000_000_000])))

/** Minor units by currency above which two operators approve; in the others they always do. */
export async function limitApprovals(look: Look, limits: Record<string, number>): Promise<void> {
  await look('update installation set approval_limits = $1', [JSON.stringify(limits)])
}

/** Somebody at the desk who never signs in. */
export async function insertOperator(look: Look): Promise<string> {
  const id = randomUUID()
  await look(`insert into operator (id, name, email, email_key, created_at) values ($1, 'Ope', $2, $2, now())`, [
    id,
    `${id}@desk.example`,
  ])
  return id
}
