import { IMPORT_DAYS } from '#contract/people/imports.ts'
import type { House } from '#server/platform/house.ts'
import { forgetRows, selectChurchesWithOldImports } from './step-store.ts'

const DAY_MS = 86_400_000

/** The rows of a file are people's data: they go when nobody needs them for correcting or undoing any more. */
export async function forgetImports({ database, clock }: House): Promise<void> {
  const at = clock.now()
  const before = new Date(at.getTime() - IMPORT_DAYS * DAY_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesWithOldImports(tx, before))
  for (const tenantId of churches) await database.withTenant(tenantId, (tx) => forgetRows(tx, { before, at }))
}
