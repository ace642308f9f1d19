import * as calls from '#contract/checkin/guardians.ts'
import { type Actor, type Caller, type Serve, ApiError } from '../../platform/http/index.ts'
import { addGuardian, lockGuardian } from './add-guardian.ts'
import { listGuardians, familyToSayOf, guardianOf, readGuardians } from './read-guardians.ts'
import type {
  listFamilyGrants as call,
  setFamilyGrant,
  editGuardian as editGuardianCall,
  Guardian,
} from '#contract/checkin/guardians.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pictureUrl } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { lockFamily, selectFamily } from './family-store.ts'
import { lockNamed, selectChildrenOf, hasOwnLife } from './grant-store.ts'
import { grantGuardian } from './grants.ts'
import { editPerson, lockPerson } from '../../people/index.ts'
import { givePicture } from './pictures.ts'
import { refuseNamedByChurch, writerOf, type Writing } from './family-writer.ts'

type Editing = { personId: string; body: Received<typeof editGuardianCall>['body'] }

/**
 * Changes a guardian of the own family and what they may do. Of somebody whom the church knows otherwise too, only what
 * they may do is changed. Throws `not_found`, `not_allowed`, `set_by_church`, `invalid_input`.
 */
async function editGuardian(tx: Tx, writing: Writing, editing: Editing): Promise<Guardian> {
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
  await grantGuardian(tx, { tenantId, familyId, personId, terms: body.terms, addedBy: 'guardian', renew, actor, at })
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

/** Whoever of the staff says it, for which church. */
type Sayer = { tenantId: string; timeZone: string; actor: Actor; at: Date }

const sayerOf = ({ caller, actor, at }: { caller: Caller; actor: Actor; at: Date }): Sayer => ({
  tenantId: caller.tenantId,
  timeZone: caller.church.timeZone,
  actor,
  at,
})

/** Who may, or may not, collect the children of a family, as the staff see it. Throws `not_found`. */
async function listFamilyGrants(
  tx: Tx,
  place: Pick<Sayer, 'timeZone' | 'at'>,
  familyId: string,
): Promise<Answer<typeof call>> {
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
async function setGrantOfChurch(
  tx: Tx,
  sayer: Sayer,
  { params, body: { terms } }: Setting,
): Promise<Answer<typeof call>> {
  const [familyId, personId] = [params.id.toLowerCase(), params.personId.toLowerCase()]
  // People are locked before families, everywhere.
  if (!(await lockNamed(tx, personId))) throw new ApiError('not_found')
  if (!(await lockFamily(tx, familyId))) throw new ApiError('not_found')
  await grantGuardian(tx, { ...sayer, familyId, personId, terms, addedBy: 'staff' })
  return listFamilyGrants(tx, sayer, familyId)
}

export function guardianRoutes(serve: Serve): void {
  serve(calls.listGuardians, ({ transact, ...asking }) => transact((tx) => listGuardians(tx, asking)))
  serve(calls.addGuardian, ({ body, transact, ...writing }) => transact((tx) => addGuardian(tx, writing, body)))
  serve(calls.editGuardian, ({ params, body, transact, ...writing }) =>
    transact((tx) => editGuardian(tx, writing, { personId: params.id, body })),
  )
  serve(calls.listFamilyGrants, ({ params, transact, ...call }) =>
    transact((tx) => listFamilyGrants(tx, sayerOf(call), params.id)),
  )
  serve(calls.setFamilyGrant, ({ params, body, transact, ...call }) =>
    transact((tx) => setGrantOfChurch(tx, sayerOf(call), { params, body })),
  )
}
