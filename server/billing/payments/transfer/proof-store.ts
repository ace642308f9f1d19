import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

export type ProofRecord = { fileName: string; contentType: 'image/webp' | 'application/pdf'; bytes: Buffer }
export type NewProof = ProofRecord & { tenantId: string; paymentId: string; addedBy: string; at: Date }

export async function insertProof(tx: Tx, proof: NewProof): Promise<void> {
  await sql`
    insert into payment_proof (tenant_id, payment_id, file_name, content_type, bytes, added_by, added_at)
    values (${proof.tenantId}, ${proof.paymentId}, ${proof.fileName}, ${proof.contentType}, ${proof.bytes},
      ${proof.addedBy}, ${proof.at})`.execute(tx)
}

/** With its first proof a transfer begins to wait for an operator. */
export async function markPending(tx: Tx, tenantId: string, id: string): Promise<void> {
  await sql`
    update payment set state = 'pending'
    where tenant_id = ${tenantId} and id = ${id} and state = 'created'`.execute(tx)
}

/** A proof of a church, with `paymentId` one of that payment; null: there is none of this id. */
export async function selectProof(
  tx: Tx,
  tenantId: string,
  { id, paymentId }: { id: string; paymentId?: string | undefined },
): Promise<ProofRecord | null> {
  const { rows } = await sql<ProofRecord>`
    select file_name as "fileName", content_type as "contentType", bytes from payment_proof
    where tenant_id = ${tenantId} and id = ${id}
      and (${paymentId ?? null}::uuid is null or payment_id = ${paymentId ?? null}::uuid)`.execute(tx)
  return rows[0] ?? null
}
