import { CODE_BLOCK } from '#contract/checkin/offline.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { newCode } from '../codes/new-code.ts'
import { insertFreeCodes, selectFreeCodes } from './code-block-store.ts'

/** Codes of the day that the station may give away, filled up to a whole block. */
export async function holdCodes(
  tx: Tx,
  holder: { tenantId: TenantId; stationId: string; day: string },
): Promise<string[]> {
  const codes = await selectFreeCodes(tx, holder)
  while (codes.length < CODE_BLOCK) {
    const fresh = Array.from({ length: CODE_BLOCK - codes.length }, newCode)
    codes.push(...(await insertFreeCodes(tx, holder, [...new Set(fresh)])))
  }
  return codes.toSorted()
}
