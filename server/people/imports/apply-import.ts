import type { ImportFile } from '#contract/people/imports.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Caller } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { importStepJob } from '../import-steps/import-job.ts'
import type { Writer } from '../persons/writer.ts'
import { refuseBeyondLargest } from '../capacity/room.ts'
import { beginApplying, type StoredImport } from './import-store.ts'
import { holdImport, readImport } from './read-import.ts'

export type ImportActor = Writer & { accountId: string; enqueue: Enqueue }

/** Who presses, for the acts of an import. */
export const pressedBy = (writer: Writer, { accountId }: Caller, enqueue: Enqueue): ImportActor => ({
  ...writer,
  accountId,
  enqueue,
})

/**
 * Has the checked rows written, in the background. More people than the plan allows are let in, which starts the days of grace;
 * more than the largest plan allows are not: `beyond_largest_plan`. A second press answers how far the first has got. What failed in the middle goes on where it stopped; of
 * what failed while it was undone nothing is applied again.
 */
export async function applyImport(tx: Tx, by: ImportActor, id: string): Promise<ImportFile> {
  const { tenantId, accountId, actor, at } = by
  const file = await holdImport(tx, id)
  if (file.state === 'applying' || file.state === 'applied') return readImport(tx, id, at)
  if (!isApplicable(file)) throw new ApiError('wrong_import_state')
  await refuseBeyondLargest(tx, file.toAdd - file.added)
  await beginApplying(tx, id, { by: accountId, at })
  await by.enqueue(tx, importStepJob, { tenantId, importId: id, step: file.step + 1 })
  const details = { rows: file.rows, add: file.toAdd, update: file.toUpdate }
  await audit(tx, tenantId, actor, { act: 'people.imported', subjectId: id, details, at })
  return readImport(tx, id, at)
}

const isApplicable = ({ state, failedStep }: StoredImport): boolean =>
  state === 'checked' || (state === 'failed' && failedStep === 'applying')
