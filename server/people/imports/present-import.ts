import { IMPORT_DAYS, type ImportFile } from '#contract/people/imports.ts'
import type { Capacity } from '../capacity/capacity-store.ts'
import { mostPeople, planFor } from '../capacity/room.ts'
import type { StoredImport } from './import-store.ts'

const DAY_MS = 86_400_000

/** Until when an import can be undone; null: not (any more). */
export function undoUntil({ state, appliedAt }: StoredImport, at: Date): Date | null {
  if (!appliedAt || (state !== 'applied' && state !== 'failed')) return null
  const until = new Date(appliedAt.getTime() + IMPORT_DAYS * DAY_MS)
  return until > at ? until : null
}

/** An import as screens show it. `capacity` is of now; people that are still to come are added. */
export function presentImport(file: StoredImport, capacity: Capacity, at: Date): ImportFile {
  const { toAdd, state } = file
  // Those of an import that is being applied are among those on their way.
  const isPlanned = state === 'checking' || state === 'checked'
  const after = capacity.people + capacity.coming + (isPlanned ? toAdd : 0)
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
      after,
      membershipSize: capacity.membershipSize,
      most: mostPeople(capacity),
      fits: after > capacity.membershipSize ? planFor(capacity, after) : null,
    },
    appliedAt: file.appliedAt?.toISOString() ?? null,
    undoUntil: undoUntil(file, at)?.toISOString() ?? null,
    kept: file.kept,
  }
}
