import type { ImportFile } from '#contract/people/imports.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { importStepJob } from '../import-steps/import-job.ts'
import type { ImportActor } from './apply-import.ts'
import { beginUndoing } from './import-store.ts'
import { undoUntil } from './present-import.ts'
import { holdImport, readImport } from './read-import.ts'

/**
 * Takes an applied import back, in the background. A second press answers how far the first has got. Throws
 * `wrong_import_state` for what was not applied, `not_undoable` when it was too long ago.
 */
export async function undoImport(tx: Tx, by: ImportActor, id: string): Promise<ImportFile> {
  const { tenantId, actor, at } = by
  const file = await holdImport(tx, id)
  if (file.state === 'undoing' || file.state === 'undone') return readImport(tx, id, at)
  if (!file.appliedAt || file.state === 'applying') throw new ApiError('wrong_import_state')
  if (!undoUntil(file, at) || file.forgottenAt) throw new ApiError('not_undoable')
  await beginUndoing(tx, id)
  await by.enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  const details = { added: file.added, updated: file.toUpdate }
  await audit(tx, tenantId, actor, { act: 'people.import_undone', subjectId: id, details, at })
  return readImport(tx, id, at)
}
