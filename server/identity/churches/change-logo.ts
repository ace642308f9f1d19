import type { Tx } from '#server/platform/database/index.ts'
import type { Actor, Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { deletePicture, insertPicture } from '../pictures/picture-store.ts'
import { lockProfile, saveLogo } from './profile-store.ts'

/** Puts a prepared picture in the place of the logo, or none; the former picture is deleted. Answers the new one's id. */
export async function changeLogo(
  tx: Tx,
  { tenantId, accountId }: Caller,
  { bytes, actor, at }: { bytes: Buffer | null; actor: Actor; at: Date },
): Promise<string | null> {
  const { logoId: before } = await lockProfile(tx, tenantId)
  if (!bytes && !before) return null
  const logoId = bytes && (await insertPicture(tx, tenantId, { bytes, addedBy: accountId, at }))
  await saveLogo(tx, tenantId, logoId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'church.logo_changed', details: { removed: logoId === null }, at })
  return logoId
}
