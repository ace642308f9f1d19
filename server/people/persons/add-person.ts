import type { addPerson as call, PersonDetail } from '#contract/people/persons.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { raiseVersions, insertFamilyMembers, lockFamily } from '../families/index.ts'
import { addPersons } from './write-persons.ts'
import { checkPerson } from './check-person.ts'
import { joinGroups, lockGroups } from '../groups/index.ts'
import { readPerson } from './read-person.ts'
import type { Writer } from '../writing/index.ts'

type Body = Received<typeof call>['body']

/**
 * Adds one person with the groups and the family it belongs to. A phone or an e-mail that somebody has already is no
 * fault: families share them. Throws `not_found` for a group or family that the church does not have.
 */
export async function addPerson(tx: Tx, writer: Writer, { groupIds, family, ...input }: Body): Promise<PersonDetail> {
  const { tenantId, actor, at } = writer
  const person = checkPerson(input, writer)
  const groups = [...new Set(groupIds)]
  if ((await lockGroups(tx, groups)) < groups.length) throw new ApiError('not_found')
  if (family && !(await lockFamily(tx, family.id))) throw new ApiError('not_found')
  // Whom a guardian adds at the portal the church has not seen yet.
  const confirmed = actor.kind !== 'guardian'
  const [id = ''] = await addPersons(tx, tenantId, [{ ...person, confirmed }], at)
  await joinGroups(
    tx,
    tenantId,
    groups.map((groupId) => ({ groupId, personId: id })),
  )
  if (family) {
    await insertFamilyMembers(tx, tenantId, [{ familyId: family.id, personId: id, role: family.role }])
    await raiseVersions(tx, [family.id])
  }
  await audit(tx, tenantId, actor, { act: 'person.added', subjectId: id, details: { groups: groups.length }, at })
  if (family)
    await audit(tx, tenantId, actor, { act: 'family.member_added', subjectId: id, details: { role: family.role }, at })
  return readPerson(tx, id, at)
}
