import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Download } from '#server/platform/http/index.ts'
import { selectProof } from './proof-store.ts'

/** What was once written is never changed, and only this browser keeps it. */
const CACHE_S = 3_600

/**
 * A proof as a file: a picture is shown in the page, a PDF saved. With `paymentId` only a proof of that payment. Throws
 * `not_found`, also for another church's.
 */
export async function readProof(
  tx: Tx,
  tenantId: TenantId,
  wanted: { id: string; paymentId?: string },
): Promise<Download> {
  const proof = await selectProof(tx, tenantId, wanted)
  if (!proof) throw new ApiError('not_found')
  const { fileName, contentType, bytes: body } = proof
  const file = { contentType, body, cacheSeconds: CACHE_S }
  return contentType === 'application/pdf' ? { ...file, fileName } : { ...file, fileName, inline: true }
}
