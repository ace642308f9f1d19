import type { Received } from '#contract/endpoint.ts'
import type { ChurchProfile, updateChurch as call } from '#contract/identity/church.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '#server/platform/http/index.ts'
import { audit } from '../audit/audit.ts'
import { pictureUrl } from '../pictures/pictures.ts'
import { claimSlug } from './claim-slug.ts'
import { placeOf } from './place.ts'
import { findProfile, hasPaidOrWaits, lockProfile, saveProfile, type Profile } from './profile-store.ts'

/** The profile of the caller's church. */
export const readProfile = async (tx: Tx, { tenantId }: Caller): Promise<ChurchProfile> =>
  present(await findProfile(tx, tenantId))

/**
 * Changes the profile; the currency follows the country. Throws `invalid_input` for a zone that is not the country's
 * and for another country of a church that pays, and `slug_taken`.
 */
export async function updateChurch(
  tx: Tx,
  { tenantId }: Caller,
  { body, actor, at }: { body: Received<typeof call>['body']; actor: Actor; at: Date },
): Promise<ChurchProfile> {
  const { slug, ...given } = body
  const before = await lockProfile(tx, tenantId)
  // Prices follow the country: nobody moves to where they are lower.
  if (given.isoCode !== before.isoCode && (await hasPaidOrWaits(tx)))
    throw new ApiError('invalid_input', { fields: { isoCode: 'Ask support to change the country.' } })
  const after = { ...given, ...placeFor(given, before), pastorName: given.pastorName || null, city: given.city || null }
  if (slug !== before.slug) await claimSlug(tx, slug)
  await saveProfile(tx, tenantId, after)
  const profile: Profile = { ...before, ...after, slug }
  const fields = (Object.keys(profile) as (keyof Profile)[]).filter((field) => profile[field] !== before[field])
  if (fields.length > 0) await audit(tx, tenantId, actor, { act: 'church.profile_changed', details: { fields }, at })
  return present(profile)
}

/** A place that stays as it is is not looked at: a church may have been made with a zone that we do not list. */
function placeFor(
  { isoCode, timeZone }: { isoCode: string; timeZone: string },
  before: Profile,
): Pick<Profile, 'isoCode' | 'timeZone' | 'currency'> {
  const isSame = isoCode === before.isoCode && timeZone === before.timeZone
  if (isSame) return { isoCode, timeZone, currency: before.currency }
  const place = placeOf({ isoCode, timeZone })
  return isoCode === before.isoCode ? { ...place, currency: before.currency } : place
}

const present = ({ logoId, ...profile }: Profile): ChurchProfile => ({ ...profile, logoUrl: pictureUrl(logoId) })
