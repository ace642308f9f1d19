import type { ImportPlan } from '#contract/people/imports.ts'
import type { TenantId } from '#server/platform/database/index.ts'
import type { StoredImport } from '../imports/import-store.ts'

/** The import at work, held by this transaction, and what its rows are read by. `today` is the church's day. */
export type StepBatch = {
  tenantId: TenantId
  file: StoredImport
  plan: ImportPlan
  isoCode: string
  today: string
  at: Date
}
