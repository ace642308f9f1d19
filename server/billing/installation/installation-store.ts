import { sql } from 'kysely'
import type { Support } from '#contract/installation.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** How the people of this installation are reached. */
export async function selectSupport(tx: Tx): Promise<Support | null> {
  const { rows } = await sql<Support>`
    select support_email as email, support_phone as phone, chat_url as "chatUrl" from installation`.execute(tx)
  return rows[0] ?? null
}

/** Minor units above which a second operator approves; null: the currency has no such limit. */
export async function selectApprovalLimit(tx: Tx, currency: string): Promise<number | null> {
  const { rows } = await sql<{ limit: number | null }>`
    select (approval_limits ->> ${currency}::text)::bigint as limit from installation`.execute(tx)
  return rows[0]?.limit ?? null
}
