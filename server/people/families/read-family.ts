import type { FamilyRow } from '#contract/people/families.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { familyRow } from './list-families.ts'
import { selectFamily } from './list-store.ts'

/** One family. Throws `not_found`. */
export async function readFamily(tx: Tx, id: string): Promise<FamilyRow> {
  const family = await selectFamily(tx, id)
  if (!family) throw new ApiError('not_found')
  return familyRow(family)
}
