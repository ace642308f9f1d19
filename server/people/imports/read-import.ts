import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import type { ImportFile, listImports as call } from '#contract/people/imports.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { pageFrom, PAGE_SIZE, readCursor } from '#server/platform/pages.ts'
import { countImports, lockImport, selectImport, selectImports, type StoredImport } from './import-store.ts'
import { selectCapacity } from '../capacity/capacity-store.ts'
import { presentImport } from './present-import.ts'

/** Where an import stands. Throws `not_found`. */
export async function readImport(tx: Tx, id: string, at: Date): Promise<ImportFile> {
  return presentImport(await findImport(tx, id), await selectCapacity(tx), at)
}

/** Throws `not_found`. */
export async function findImport(tx: Tx, id: string): Promise<StoredImport> {
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
