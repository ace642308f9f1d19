import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { OperatorCaller } from '#server/platform/http/index.ts'

/** The operator of a token; null when there is no such session, or no longer. */
export async function findOperatorSession(tx: Tx, tokenHash: Buffer, at: Date): Promise<OperatorCaller | null> {
  const { rows } = await sql<OperatorCaller>`
    select operator_id as "operatorId", name, email from find_operator_session(${tokenHash}, ${at})`.execute(tx)
  return rows[0] ?? null
}
