import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import {
  type ImportFile,
  type listImports as call,
  IMPORT_DAYS,
  type ImportRow,
  type listImportRows as listImportRowsCall,
} from '#contract/people/imports.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { pageFrom, PAGE_SIZE, readCursor } from '../../platform/pages.ts'
import { countImports, lockImport, selectImport, selectImports, type StoredImport } from './import-store.ts'
import { mostPeople, planFor, selectCapacity, type Capacity } from '../persons/index.ts'
import { countNoted, countRows, selectRows, type NotedRows, type StoredRow } from './row-store.ts'

/** Where an import stands. Throws `not_found`. */
export async function readImport(tx: Tx, id: string, at: Date): Promise<ImportFile> {
  return presentImport(await findImport(tx, id), await selectCapacity(tx), at)
}

/** Throws `not_found`. */
async function findImport(tx: Tx, id: string): Promise<StoredImport> {
  const file = await selectImport(tx, id)
  if (!file) throw new ApiError('not_found')
  return file
}

/** The same, held until the transaction ends. */
export async function holdImport(tx: Tx, id: string): Promise<StoredImport> {
  const file = await lockImport(tx, id)
  if (!file) throw new ApiError('not_found')
  return file
}

const cursorKey = z.object({ at: z.string().check(z.regex(/^\d{4}-\d\d-\d\d [\d:.+-]{8,30}$/)), id: z.uuid() })

/** Imports of the church, the newest first. */
export async function listImports(
  tx: Tx,
  { cursor, limit = PAGE_SIZE }: Received<typeof call>['query'],
  at: Date,
): Promise<Answer<typeof call>> {
  const rows = await selectImports(tx, { after: readCursor(cursorKey, cursor), limit })
  const { items, nextCursor } = pageFrom(rows, limit, ({ key, id }) => ({ at: key, id }))
  const capacity = await selectCapacity(tx)
  return { items: items.map((file) => presentImport(file, capacity, at)), total: await countImports(tx), nextCursor }
}

const DAY_MS = 86_400_000

/** Until when an import can be undone; null: not (any more). */
export function undoUntil({ state, appliedAt }: StoredImport, at: Date): Date | null {
  if (!appliedAt || (state !== 'applied' && state !== 'failed')) return null
  const until = new Date(appliedAt.getTime() + IMPORT_DAYS * DAY_MS)
  return until > at ? until : null
}

/** An import as screens show it. `capacity` is of now; people that are still to come are added. */
function presentImport(file: StoredImport, capacity: Capacity, at: Date): ImportFile {
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

const position = z.int().check(z.gte(0), z.lte(2_000_000))

/** What will happen to each row, or has happened, in the order of the file. */
export async function listImportRows(
  tx: Tx,
  id: string,
  { cursor, limit = PAGE_SIZE, outcome, noted, about }: Received<typeof listImportRowsCall>['query'],
): Promise<Answer<typeof listImportRowsCall>> {
  await checkedImport(tx, id)
  const filter = { importId: id, outcome, noted: noted === 'yes', about }
  const after = readCursor(position, cursor) ?? 0
  const page = pageFrom(await selectRows(tx, filter, { after, limit }), limit, (row) => row.position)
  return { ...page, items: page.items.map(presentRow), total: await countRows(tx, filter) }
}

/** What there is to note, summed up. Throws as the list does. */
export async function summariseImport(tx: Tx, id: string): Promise<NotedRows[]> {
  await checkedImport(tx, id)
  return countNoted(tx, id)
}

/** An import whose rows say what happens. Throws `wrong_import_state` before the dry run is over and once they are gone. */
export async function checkedImport(tx: Tx, id: string): Promise<StoredImport> {
  const file = await findImport(tx, id)
  const isChecked = file.state === 'checked' || file.appliedAt !== null
  if (!isChecked || file.forgottenAt) throw new ApiError('wrong_import_state')
  return file
}

const presentRow = ({ position: row, outcome, person, personId, changes, notes }: StoredRow): ImportRow => ({
  row,
  outcome,
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  phone: person?.phone ?? null,
  email: person?.email ?? null,
  personId,
  changes,
  notes,
})
