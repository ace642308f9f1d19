import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import { lockNamed } from './guardian-store.ts'

/** The picture of somebody of the church; null: none. Throws `not_found`. */
export async function pictureOf(tx: Tx, personId: string): Promise<string | null> {
  const person = await lockNamed(tx, personId)
  if (!person) throw new ApiError('not_found')
  return person.pictureId
}
