import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Download } from '#server/platform/http/index.ts'
import { findPicture } from './picture-store.ts'

/** A picture never changes under its address. */
const KEEP_SECONDS = 365 * 24 * 60 * 60

/** A picture of the church that was entered, for showing in the page. Throws `not_found`, for other churches' too. */
export async function readPicture(tx: Tx, id: string): Promise<Download> {
  const picture = await findPicture(tx, id)
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return { fileName: `${id}.webp`, contentType, body, inline: true, cacheSeconds: KEEP_SECONDS }
}
