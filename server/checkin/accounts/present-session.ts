import type { FamilySession, PortalChurch } from '#contract/checkin/door.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { GuardianCaller } from '#server/platform/http/index.ts'
import { familyPictureUrl } from '../family/picture-address.ts'
import { selectGuardian } from './guardian-store.ts'

/** The session as the portal's page needs it. */
export async function presentSession(tx: Tx, guardian: GuardianCaller): Promise<FamilySession> {
  const { firstName, lastName, pictureId } = await selectGuardian(tx, guardian.personId)
  const { personId: id, email, phone, gate } = guardian
  return {
    person: { id, firstName, lastName, pictureUrl: familyPictureUrl(pictureId), email, phone },
    church: churchOf(guardian),
    gate,
  }
}

/** By its id the logo never changes under its address. */
function churchOf({ tenantId, church }: GuardianCaller): PortalChurch {
  const { name, slug, isoCode, timeZone, logoId } = church
  return { id: tenantId, name, slug: slug ?? '', logoUrl: familyPictureUrl(logoId), isoCode, timeZone }
}
