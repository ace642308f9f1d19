import { findPicture } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Download, type GuardianCaller } from '#server/platform/http/index.ts'
import { selectOwnFamily } from './own-family-store.ts'
import { mayBeSeen } from './picture-store.ts'

/** A picture never changes under its address. */
const KEEP_SECONDS = 365 * 24 * 60 * 60

/** A picture that a guardian may see. Throws `not_found` for any other, as for one that is not there. */
export async function readFamilyPicture(
  tx: Tx,
  { personId, accountId }: GuardianCaller,
  id: string,
): Promise<Download> {
  const family = await selectOwnFamily(tx, personId)
  const guardian = { personId, accountId, familyId: family?.familyId ?? null }
  const picture = (await mayBeSeen(tx, id, guardian)) && (await findPicture(tx, id))
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return { fileName: `${id}.webp`, contentType, body, inline: true, cacheSeconds: KEEP_SECONDS }
}
