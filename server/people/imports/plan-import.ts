import type { ImportField, ImportFile, ImportPlan } from '#contract/people/imports.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { importStepJob } from '../import-steps/import-job.ts'
import { lockGroups } from '../persons/membership-store.ts'
import type { Writer } from '../persons/writer.ts'
import { beginChecking, type StoredImport } from './import-store.ts'
import { holdImport, readImport } from './read-import.ts'

const NAMES: (ImportField | null)[] = ['firstName', 'lastName', 'fullName']

/**
 * Starts the dry run, also while another one is at work, which then ends by itself. Throws `not_found` for an unknown
 * import or group, `no_name_column`, `invalid_input`, and `wrong_import_state` once it has been applied.
 */
export async function planImport(
  tx: Tx,
  { tenantId, at, enqueue }: Pick<Writer, 'tenantId' | 'at'> & { enqueue: Enqueue },
  { id, plan }: { id: string; plan: ImportPlan },
): Promise<ImportFile> {
  const file = await holdImport(tx, id)
  checkPlan(plan, file)
  if (file.appliedAt || file.forgottenAt) throw new ApiError('wrong_import_state')
  if (plan.groupId && (await lockGroups(tx, [plan.groupId])) === 0) throw new ApiError('not_found')
  await beginChecking(tx, id, plan)
  await enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  return readImport(tx, id, at)
}

function checkPlan({ fields }: ImportPlan, { columns }: StoredImport): void {
  if (fields.length !== columns.length) throw refused('One field for each column of the file.')
  const chosen = fields.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) throw refused('Each field for one column only.')
  if (!fields.some((field) => field !== null && NAMES.includes(field))) throw new ApiError('no_name_column')
}

const refused = (message: string): ApiError => new ApiError('invalid_input', { fields: { fields: message } })
