import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

type Of = { tenantId: string; paymentId: string }

/** How often it was our turn to ask since the provider answered last, and since when (null: it has answered). */
export type Unanswered = { times: number; since: Date | null }

/** Locks a payment whose provider is to be asked by now; null: somebody else has taken its turn. */
export async function lockTurn(tx: Tx, { tenantId, paymentId }: Of, at: Date): Promise<Unanswered | null> {
  const { rows } = await sql<Unanswered>`
    select unanswered_times as times, unanswered_since as since from payment
    where tenant_id = ${tenantId} and id = ${paymentId} and ask_at <= ${at} for update`.execute(tx)
  return rows[0] ?? null
}

/** Takes the turn of a payment that is locked. `askAt`: the next one, should no answer come; null: none. */
export async function takeTurn(
  tx: Tx,
  { tenantId, paymentId }: Of,
  { at, askAt }: { at: Date; askAt: Date | null },
): Promise<void> {
  await sql`
    update payment set ask_at = ${askAt}, unanswered_times = unanswered_times + 1,
      unanswered_since = coalesce(unanswered_since, ${at}::timestamptz)
    where tenant_id = ${tenantId} and id = ${paymentId}`.execute(tx)
}
