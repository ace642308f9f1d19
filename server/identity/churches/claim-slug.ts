import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { takeSlug } from './slug-store.ts'
import { isReserved } from './slugs.ts'

/** Gives the church that was entered its address. Throws `slug_taken` for another church's and for reserved words. */
export async function claimSlug(tx: Tx, slug: string): Promise<void> {
  if (isReserved(slug) || !(await takeSlug(tx, slug))) throw new ApiError('slug_taken')
}
