import { IMPORT_DAYS, type ImportFile } from '#contract/people/imports.ts'
import type { StoredImport } from './import-store.ts'

const DAY_MS = 86_400_000

/** Until when an import can be undone; null: not (any more). */
export function undoUntil({ state, appliedAt }: StoredImport, at: Date): Date | null {
  if (!appliedAt || (state !== 'applied' && state !== 'failed')) return null
  const until = new Date(appliedAt.getTime() + IMPORT_DAYS * DAY_MS)
  return until > at ? until : null
}

/** An import as screens show it. `capacity` is of now; people that are still to come are added. */
export function presentImport(
  file: StoredImport,
  capacity: { people: number; membershipSize: number },
  at: Date,
): ImportFile {
  const { toAdd, added, state } = file
  const isComing = state === 'checking' || state === 'checked' || state === 'applying'
  return {
    id: file.id,
    fileName: file.fileName,
    uploadedAt: file.uploadedAt.toISOString(),
    uploadedBy: file.uploader,
    rows: file.rows,
    state,
    failedStep: file.failedStep,
    done: file.done,
    columns: file.columns,
    plan: file.plan,
    figures: { add: toAdd, update: file.toUpdate, same: file.unchanged, skip: file.skipped, broken: file.broken },
    capacity: {
      after: capacity.people + (isComing ? toAdd - added : 0),
      membershipSize: capacity.membershipSize,
    },
    appliedAt: file.appliedAt?.toISOString() ?? null,
    undoUntil: undoUntil(file, at)?.toISOString() ?? null,
    kept: file.kept,
  }
}
