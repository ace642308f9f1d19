import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/index.ts'
import type { PaymentRecord } from './payment-store.ts'

type Of = Pick<PaymentRecord, 'tenantId' | 'id'>

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
