import type { addGuardian as call, Guardian } from '#contract/checkin/guardians.ts'
import type { Received } from '#contract/endpoint.ts'
import { familyRoles } from '#contract/people/families.ts'
import { addPerson, cleanName, foldText, normalisePhone, lockPerson } from '../../people/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { lockFamily, selectMembers, type MemberRecord } from './family-store.ts'
import { givePicture } from './pictures.ts'
import { refuseNamedByChurch, limitMembers, writerOf, type Writing } from './family-writer.ts'
import { hasOwnLife } from './grant-store.ts'
import { familyToSayOf, guardianOf } from './read-guardians.ts'
import { grantGuardian, areSameTerms, checkTerms } from './grants.ts'

type Body = Received<typeof call>['body']

/** Guardians besides the people of a family. */
const MEMBERS_MOST = 40

/**
 * Adds a guardian to the own family with what they may do. Of whom is a guardian there already by this name and phone it is
 * said, however often it is asked. Throws `not_found`, `not_allowed`, `set_by_church`, `invalid_input`, `family_full`,
 * `too_many_tries`.
 */
export async function addGuardian(tx: Tx, writing: Writing, body: Body): Promise<Guardian> {
  const { guardian, actor, at } = writing
  const { tenantId } = guardian
  const familyId = await familyToSayOf(tx, writing)
  const isThem = (member: MemberRecord): boolean => isSame(member, body, guardian.church.isoCode)
  // People are locked before families, everywhere.
  const held = (await selectMembers(tx, familyId)).find(isThem)
  if (held) await lockGuardian(tx, held.id)
  if (!(await lockFamily(tx, familyId))) throw new ApiError('not_found')
  const members = await selectMembers(tx, familyId)
  const known = members.find(isThem)
  if (!known && members.length >= MEMBERS_MOST) throw new ApiError('family_full')
  if (known)
    return grantKnownGuardian(tx, writing, { familyId, personId: known.id, body, isHeld: known.id === held?.id })
  await refuseNamedByChurch(tx, { ...body, familyId, before: null })
  await limitMembers(tx, writing)
  const personId = await addPersonOf(tx, writing, { familyId, body })
  await grantGuardian(tx, { tenantId, familyId, personId, terms: body.terms, addedBy: 'guardian', actor, at })
  return guardianOf(tx, { familyId, personId }, writing)
}

type Known = { familyId: string; personId: string; body: Body; isHeld: boolean }

/** The same once more changes nothing; other terms, a ban before all, are as good as when the guardian was new. */
async function grantKnownGuardian(
  tx: Tx,
  writing: Writing,
  { familyId, personId, body, isHeld }: Known,
): Promise<Guardian> {
  const { guardian, actor, at } = writing
  const { tenantId, accountId } = guardian
  const { terms, pictureUrl } = body
  const before = await guardianOf(tx, { familyId, personId }, writing)
  if (before.byChurch) {
    if (before.terms && areSameTerms(before.terms, checkTerms(terms))) return before
    throw new ApiError('set_by_church')
  }
  const mayGive = pictureUrl && isHeld && before.pictureUrl === null && !(await hasOwnLife(tx, { familyId, personId }))
  const giving = { personId, before: null, pictureUrl, accountId, field: 'pictureUrl' }
  if (mayGive) await givePicture(tx, writerOf(writing), giving)
  await grantGuardian(tx, { tenantId, familyId, personId, terms, addedBy: 'guardian', actor, at })
  return guardianOf(tx, { familyId, personId }, writing)
}

function isSame(member: MemberRecord, { firstName, lastName, phone }: Body, isoCode: string): boolean {
  const typed = phone ? normalisePhone(phone, isoCode) : null
  return (
    member.role === familyRoles.guardian &&
    nameOf(member.firstName, member.lastName) === nameOf(firstName, lastName) &&
    member.phone === (typed?.ok ? typed.e164 : null)
  )
}

const nameOf = (firstName: string, lastName: string): string =>
  foldText(`${cleanName(firstName)} ${cleanName(lastName)}`)

async function addPersonOf(
  tx: Tx,
  writing: Writing,
  { familyId, body }: { familyId: string; body: Body },
): Promise<string> {
  const { guardian, at } = writing
  const { firstName, lastName, phone, gender, pictureUrl } = body
  const writer = writerOf(writing)
  const { id: personId } = await addPerson(tx, writer, {
    ...unknown,
    firstName,
    lastName,
    phone,
    gender,
    joinedOn: dayIn(guardian.church.timeZone, at),
    groupIds: [],
    family: { id: familyId, role: familyRoles.guardian },
  })
  const { accountId } = guardian
  if (pictureUrl) await givePicture(tx, writer, { personId, before: null, pictureUrl, accountId, field: 'pictureUrl' })
  return personId
}

const unknown = {
  email: null,
  kind: 'member',
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
} as const

/** Holds a guardian who is about to change. Throws `not_found`, for the archived too. */
export async function lockGuardian(tx: Tx, personId: string): Promise<void> {
  try {
    await lockPerson(tx, personId)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'archived') throw new ApiError('not_found')
    throw error
  }
}
