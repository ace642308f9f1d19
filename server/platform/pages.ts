import { z } from 'zod/mini'
import { ApiError } from './runtime/api-error.ts'

/** Rows of a page when the caller does not say. */
export const PAGE_SIZE = 10

/** Text in a cursor: it goes to the database, which keeps neither NUL nor half a surrogate pair. */
export const cursorText = z.string().check(z.refine((text) => text.isWellFormed() && !text.includes('\0')))

/** Makes the opaque cursor after a row: what the next page starts behind. */
const writeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Reads a cursor of ours; anything else is `invalid_cursor`. */
export function readCursor<Key>(schema: z.ZodMiniType<Key>, cursor: string | undefined): Key | null {
  if (cursor === undefined || cursor === '') return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new ApiError('invalid_cursor')
  }
}

/** Cuts the one row too many that tells whether there is a next page. */
export function pageFrom<Row>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last !== undefined ? writeCursor(keyOf(last)) : null }
}
