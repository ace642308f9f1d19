import type { listFamilyGrants as call, setFamilyGrant } from '#contract/checkin/guardians.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pictureUrl } from '#server/identity/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockFamily, selectFamily } from '../family/family-store.ts'
import type { Desk } from '../station/desk.ts'
import { lockNamed, selectChildrenOf } from './guardian-store.ts'
import { readGuardians } from './read-guardians.ts'
import { sayOf } from './say-of.ts'

type Place = Pick<Desk, 'timeZone' | 'at'>

/** Who may, or may not, collect the children of a family, as the staff see it. Throws `not_found`. */
export async function listFamilyGrants(tx: Tx, place: Place, familyId: string): Promise<Answer<typeof call>> {
  const family = await selectFamily(tx, familyId)
  if (!family) throw new ApiError('not_found')
  return {
    familyName: family.name,
    guardians: await readGuardians(tx, {
      ...place,
      familyId: family.id,
      show: ({ pictureId, phone }) => ({ pictureUrl: pictureUrl(pictureId), phone }),
    }),
    children: await selectChildrenOf(tx, family.id),
  }
}

type Setting = Received<typeof setFamilyGrant>

/** What the church says of somebody in a family; the family cannot change it. Throws `not_found`, `invalid_input`. */
export async function setGrantOfChurch(
  tx: Tx,
  desk: Pick<Desk, 'tenantId' | 'timeZone' | 'actor' | 'at'>,
  { params, body: { terms } }: Setting,
): Promise<Answer<typeof call>> {
  const [familyId, personId] = [params.id.toLowerCase(), params.personId.toLowerCase()]
  // People are locked before families, everywhere.
  if (!(await lockNamed(tx, personId))) throw new ApiError('not_found')
  if (!(await lockFamily(tx, familyId))) throw new ApiError('not_found')
  await sayOf(tx, { ...desk, familyId, personId, terms, addedBy: 'staff' })
  return listFamilyGrants(tx, desk, familyId)
}
