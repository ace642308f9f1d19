import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { ImportRow, listImportRows as call } from '#contract/people/imports.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { pageFrom, PAGE_SIZE, readCursor } from '#server/platform/pages.ts'
import type { StoredImport } from './import-store.ts'
import { findImport } from './read-import.ts'
import { countNoted, countRows, selectRows, type NotedRows, type StoredRow } from './row-store.ts'

const position = z.int().check(z.gte(0), z.lte(2_000_000))

/** What will happen to each row, or has happened, in the order of the file. */
export async function listImportRows(
  tx: Tx,
  id: string,
  { cursor, limit = PAGE_SIZE, outcome, noted, about }: Received<typeof call>['query'],
): Promise<Answer<typeof call>> {
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
