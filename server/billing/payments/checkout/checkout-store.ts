import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { PaymentRecord } from '../payment-store.ts'

type Of = Pick<PaymentRecord, 'tenantId' | 'id'>

/** The payment that stands in for this one, or for the one that does; its own id where none does. */
export async function selectSuccessor(tx: Tx, { tenantId, id }: Of): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain (id, step) as (
      select ${id}::uuid, 0
      union all
      select p.id, c.step + 1 from chain c join payment p on p.tenant_id = ${tenantId} and p.replaces = c.id
    )
    select id from chain order by step desc limit 1`.execute(tx)
  return rows[0]?.id ?? id
}

/** Goes to the provider with it, unless somebody went since `lostBefore` and may still be there (false). */
export async function claimBeginning(
  tx: Tx,
  { tenantId, id }: Of,
  { at, lostBefore }: { at: Date; lostBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update payment set beginning_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and (beginning_at is null or beginning_at < ${lostBefore})
    returning 1`.execute(tx)
  return rows.length === 1
}

/** Nobody is at the provider with it any more, and it was not begun. */
export async function giveUpBeginning(tx: Tx, { tenantId, id }: Of): Promise<void> {
  await sql`update payment set beginning_at = null where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

/** Keeps the page where it is paid; from now on the provider is waited for, unless it has ended meanwhile. */
export async function saveBegun(tx: Tx, { tenantId, id }: Of, checkoutUrl: string): Promise<void> {
  await sql`
    update payment set checkout_url = ${checkoutUrl}, beginning_at = null,
      state = case when state = 'created' then 'pending' else state end
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
}

export type Payer = { email: string; churchName: string; customerId: string | null }

/** Who pays: the account that began it, for which church, and what the provider calls that church (null: nothing yet). */
export async function selectPayer(tx: Tx, { tenantId, id }: Of): Promise<Payer> {
  const { rows } = await sql<Payer>`
    select a.email, c.name as "churchName", k.customer_id as "customerId"
    from payment p
    join church c on c.tenant_id = p.tenant_id
    join account a on a.tenant_id = p.tenant_id and a.id = p.created_by
    left join provider_customer k on k.tenant_id = p.tenant_id and k.provider = p.method
    where p.tenant_id = ${tenantId} and p.id = ${id}`.execute(tx)
  const [payer] = rows
  if (!payer) throw new Error('A payment has a payer')
  return payer
}

type Customer = { tenantId: string; provider: string }

/** What a provider calls a church; null: it has never paid there. */
export async function selectCustomer(tx: Tx, { tenantId, provider }: Customer): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from provider_customer where tenant_id = ${tenantId} and provider = ${provider}`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Keeps it, unless another one was kept at the same moment; answers the one that is kept. */
export async function keepCustomer(tx: Tx, customer: Customer, customerId: string): Promise<string> {
  const { tenantId, provider } = customer
  await sql`
    insert into provider_customer (tenant_id, provider, customer_id) values (${tenantId}, ${provider}, ${customerId})
    on conflict do nothing`.execute(tx)
  return (await selectCustomer(tx, customer)) ?? customerId
}

/** Forgets what a provider called a church, unless another was kept meanwhile. */
export async function forgetCustomer(tx: Tx, { tenantId, provider }: Customer, customerId: string): Promise<void> {
  await sql`
    delete from provider_customer
    where tenant_id = ${tenantId} and provider = ${provider} and customer_id = ${customerId}`.execute(tx)
}

/** The church's payment of a reference; null: it has none. */
export async function selectIdOf(tx: Tx, tenantId: string, reference: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where tenant_id = ${tenantId} and reference = ${reference}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Whose payment a reference names, and how that is paid; null: none of this installation's. */
export async function findPayment(
  tx: Tx,
  reference: string,
): Promise<{ tenantId: string; paymentId: string; method: string } | null> {
  const { rows } = await sql<{ tenantId: string; paymentId: string; method: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId", method from find_payment(${reference})`.execute(tx)
  return rows[0] ?? null
}

/** Payments whose providers are to be asked by now, in all churches, the longest waiting first. */
export async function selectToAsk(tx: Tx, at: Date, most: number): Promise<{ tenantId: string; paymentId: string }[]> {
  const { rows } = await sql<{ tenantId: string; paymentId: string }>`
    select tenant_id as "tenantId", payment_id as "paymentId" from payments_to_ask(${at}, ${most})`.execute(tx)
  return rows
}
