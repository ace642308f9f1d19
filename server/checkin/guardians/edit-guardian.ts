import type { editGuardian as call, Guardian } from '#contract/checkin/guardians.ts'
import type { Received } from '#contract/endpoint.ts'
import { editPerson, lockPerson } from '#server/people/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockFamily } from '../family/family-store.ts'
import { givePicture } from '../family/give-picture.ts'
import { refuseNamedByChurch } from '../family/refuse-named.ts'
import { writerOf, type Writing } from '../family/writer-of.ts'
import { hasOwnLife } from './guardian-store.ts'
import { lockGuardian } from './lock-guardian.ts'
import { familyToSayOf, guardianOf } from './own-guardians.ts'
import { sayOf } from './say-of.ts'

type Editing = { personId: string; body: Received<typeof call>['body'] }

/**
 * Changes a guardian of the own family and what they may do. Of somebody whom the church knows otherwise too, only what
 * they may do is changed. Throws `not_found`, `not_allowed`, `set_by_church`, `invalid_input`.
 */
export async function editGuardian(tx: Tx, writing: Writing, editing: Editing): Promise<Guardian> {
  const { guardian, actor, at } = writing
  const { tenantId } = guardian
  const { body } = editing
  const personId = editing.personId.toLowerCase()
  const familyId = await familyToSayOf(tx, writing)
  await guardianOf(tx, { familyId, personId }, writing)
  // People are locked before families, everywhere.
  await lockGuardian(tx, personId)
  if (!(await lockFamily(tx, familyId))) throw new ApiError('not_found')
  const before = await guardianOf(tx, { familyId, personId }, writing)
  if (before.byChurch) throw new ApiError('set_by_church')
  await refuseNamedByChurch(tx, { ...body, familyId, before: { ...before, id: personId } })
  if (!(await hasOwnLife(tx, { familyId, personId }))) await savePerson(tx, writing, { personId, body })
  const renew = body.renewPass ?? false
  await sayOf(tx, { tenantId, familyId, personId, terms: body.terms, addedBy: 'guardian', renew, actor, at })
  return guardianOf(tx, { familyId, personId }, writing)
}

async function savePerson(tx: Tx, writing: Writing, { personId, body }: Editing): Promise<void> {
  const writer = writerOf(writing)
  const { isArchived: _archived, pictureId, ...before } = await lockPerson(tx, personId)
  const { firstName, lastName, phone, gender, pictureUrl } = body
  await editPerson(tx, writer, { id: personId, body: { ...before, firstName, lastName, phone, gender } })
  const { accountId } = writing.guardian
  await givePicture(tx, writer, { personId, before: pictureId, pictureUrl, accountId, field: 'pictureUrl' })
}
