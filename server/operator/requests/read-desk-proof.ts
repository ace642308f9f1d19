import { readProof } from '#server/billing/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Actor, Download } from '#server/platform/http/index.ts'
import { noteAtDesk } from '../log/note-at-desk.ts'

export type ReadingProof = { tenantId: string; id: string; actor: Actor; at: Date }

/**
 * The proof that a church sent. It tells a payer's bank details, so whoever opens it is noted each time, and no browser
 * keeps it. Throws `not_found`.
 */
export async function readDeskProof(tx: Tx, { tenantId, id, actor, at }: ReadingProof): Promise<Download> {
  const { cacheSeconds: _, ...proof } = await readProof(tx, tenantId, { id })
  await noteAtDesk(tx, actor, { act: 'payment.proof_read', tenantId, subjectId: id, details: {}, at })
  return proof
}
