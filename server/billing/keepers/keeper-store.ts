import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { type MailLanguage, mailLanguage } from './language.ts'
import type { Support } from '#contract/installation.ts'

/** Owners and whoever keeps the money: they learn what became of a payment. */
const KEEPERS = ['Admin', 'FinancialAccount']

/** Accounts of a church that are told of its payments. */
export async function selectKeepers(tx: Tx, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where tenant_id = ${tenantId} and removed_at is null and roles && ${KEEPERS}::text[] order by created_at, id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export type Keeper = {
  email: string
  firstName: string
  churchName: string
  /** Their own, or else that of the church's country. */
  language: MailLanguage
}

/** One of them, by the address of today; null: no longer one. */
export async function selectKeeper(tx: Tx, tenantId: string, accountId: string): Promise<Keeper | null> {
  const { rows } = await sql<Omit<Keeper, 'language'> & { isoCode: string; language: string | null }>`
    select a.email, p.first_name as "firstName", c.name as "churchName", c.iso_code as "isoCode", a.language
    from account a
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    join church c on c.tenant_id = a.tenant_id
    where a.tenant_id = ${tenantId} and a.id = ${accountId} and a.removed_at is null and a.roles && ${KEEPERS}::text[]`.execute(
    tx,
  )
  const [found] = rows
  if (!found) return null
  const { isoCode, language, ...keeper } = found
  return { ...keeper, language: mailLanguage(language, isoCode) }
}

/** How the people of this installation are reached. */
export async function selectSupport(tx: Tx): Promise<Support | null> {
  const { rows } = await sql<Support>`
    select support_email as email, support_phone as phone, chat_url as "chatUrl" from installation`.execute(tx)
  return rows[0] ?? null
}
