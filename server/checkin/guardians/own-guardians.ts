import type { Guardian, listGuardians as call } from '#contract/checkin/guardians.ts'
import type { Answer } from '#contract/endpoint.ts'
import { ApiError, type GuardianCaller } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { selectGrants } from '../collecting/grant-store.ts'
import { changeableFamily, ownFamily } from '../family/own-family.ts'
import { familyPictureUrl } from '../family/picture-address.ts'
import { selectChildrenOf } from './guardian-store.ts'
import { readGuardians } from './read-guardians.ts'

type Asking = { guardian: GuardianCaller; at: Date }

/** Who may collect the children of the own family, besides the parents. Throws `not_found`. */
export async function listGuardians(tx: Tx, { guardian, at }: Asking): Promise<Answer<typeof call>> {
  const { familyId } = await ownFamily(tx, guardian.personId)
  return {
    guardians: await guardiansOf(tx, familyId, { guardian, at }),
    children: await selectChildrenOf(tx, familyId),
  }
}

/** Pictures and phones of those who are not of the family are the church's. */
const guardiansOf = (tx: Tx, familyId: string, { guardian, at }: Asking): Promise<Guardian[]> =>
  readGuardians(tx, {
    familyId,
    timeZone: guardian.church.timeZone,
    at,
    show: ({ role, pictureId, phone }) =>
      role === null ? { pictureUrl: null, phone: null } : { pictureUrl: familyPictureUrl(pictureId), phone },
  })

/** One of them, as they stand now. Throws `not_found`. */
export async function guardianOf(
  tx: Tx,
  { familyId, personId }: { familyId: string; personId: string },
  asking: Asking,
): Promise<Guardian> {
  const found = (await guardiansOf(tx, familyId, asking)).find((one) => one.personId === personId)
  if (!found) throw new ApiError('not_found')
  return found
}

/**
 * The own family, for somebody who is about to say who may collect its children. Throws `not_found`, and `not_allowed` for
 * who may only look, or may not collect them either.
 */
export async function familyToSayOf(tx: Tx, { guardian, at }: Asking): Promise<string> {
  const { familyId } = await changeableFamily(tx, guardian.personId)
  const barred = (await selectGrants(tx, [familyId], at)).some(
    ({ personId, kind }) => personId === guardian.personId && kind === 'not_authorised',
  )
  if (barred) throw new ApiError('not_allowed')
  return familyId
}
