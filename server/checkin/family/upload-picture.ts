import { insertPicture, takeGuesses } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { GuardianCaller } from '#server/platform/http/index.ts'
import { familyPictureUrl } from './picture-address.ts'
import { keepUploaded } from './picture-store.ts'

/** Keeps a prepared portrait that is nobody's yet; answers its address. Throws `too_many_tries`. */
export async function uploadPicture(
  tx: Tx,
  { tenantId, accountId }: GuardianCaller,
  { bytes, at }: { bytes: Buffer; at: Date },
): Promise<{ pictureUrl: string }> {
  await takeGuesses(tx, [{ kind: 'guardianPicture', who: accountId }], at)
  const pictureId = await insertPicture(tx, tenantId, { bytes, addedBy: accountId, at })
  await keepUploaded(tx, tenantId, { pictureId, accountId, at })
  return { pictureUrl: familyPictureUrl(pictureId) ?? '' }
}
