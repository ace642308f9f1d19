import { sql } from 'kysely'
import type { Support } from '#contract/installation.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** How the people of this installation are reached. */
export async function selectSupport(tx: Tx): Promise<Support | null> {
  const { rows } = await sql<Support>`
    select support_email as email, support_phone as phone, chat_url as "chatUrl" from installation`.execute(tx)
  return rows[0] ?? null
}
