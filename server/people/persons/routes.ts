import * as calls from '#contract/people/persons.ts'
import { preparePicture, audit, deletePicture, insertPicture, type NewPicture } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, ApiError } from '../../platform/http/index.ts'
import { withinLargest } from './capacity.ts'
import { addPerson } from './add-person.ts'
import { editPerson } from './edit-person.ts'
import { exportPeople } from './export-people.ts'
import { listPeople, searchUsers } from './list-people.ts'
import { readPerson, lockPerson } from './read-person.ts'
import { writerOf, type Writer } from '../writing/index.ts'
import type { namePeople as call, PersonDetail } from '#contract/people/persons.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { Tx } from '../../platform/database/index.ts'
import { selectNames, updatePicture } from './person-store.ts'
import { deleteOptOut, insertOptOut } from '../consent/index.ts'

/** Notes at the desk that a person wants no bulk SMS, or wants them again: for the number, whoever else has it. */
async function setSmsOptOut(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, optedOut }: { id: string; optedOut: boolean },
): Promise<PersonDetail> {
  const { phone } = await lockPerson(tx, id)
  if (!phone) throw new ApiError('invalid_input', { fields: { phone: 'This person has no phone number.' } })
  const changed = optedOut
    ? await insertOptOut(tx, tenantId, { channel: 'sms', address: phone, source: 'desk', at })
    : await deleteOptOut(tx, 'sms', phone)
  const details = { channel: 'sms', optedOut }
  if (changed) await audit(tx, tenantId, actor, { act: 'person.opted_out', subjectId: id, details, at })
  return readPerson(tx, id, at)
}

/** Sets or removes the picture of a person; the one before is deleted. Null: none. */
async function setPersonPicture(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, picture }: { id: string; picture: Omit<NewPicture, 'at'> | null },
): Promise<PersonDetail> {
  const { pictureId: before } = await lockPerson(tx, id)
  if (!picture && !before) return readPerson(tx, id, at)
  const pictureId = picture && (await insertPicture(tx, tenantId, { ...picture, at }))
  await updatePicture(tx, id, pictureId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'person.changed', subjectId: id, details: { fields: ['picture'] }, at })
  return readPerson(tx, id, at)
}

/** Names of the people of these ids in their order; unknown and archived ones are left out. */
async function namePeople(tx: Tx, ids: string[]): Promise<Answer<typeof call>> {
  return ids.length === 0 ? [] : selectNames(tx, ids)
}

export function routes(serve: Serve, { database }: AppContext): void {
  serve(calls.listPeople, ({ query, read }) => read((tx) => listPeople(tx, query)))
  serve(calls.getSearchedUsers, ({ query, read }) => read((tx) => searchUsers(tx, query.searchText)))
  serve(calls.exportPeople, ({ caller: { tenantId }, actor, at, query }) =>
    exportPeople({ database, tenantId, actor, at }, query),
  )
  serve(calls.namePeople, ({ body, transact }) => transact((tx) => namePeople(tx, body.ids)))
  serve(calls.readPerson, ({ params, at, transact }) => transact((tx) => readPerson(tx, params.id, at)))
  serve(calls.addPerson, ({ body, transact, ...call }) =>
    transact((tx) => withinLargest(tx, () => addPerson(tx, writerOf(call), body))),
  )
  serve(calls.editPerson, ({ params, body, transact, ...call }) =>
    transact((tx) => editPerson(tx, writerOf(call), { id: params.id, body })),
  )
  serve(calls.uploadPersonPicture, async ({ params: { id }, upload, transact, ...call }) => {
    const picture = { bytes: await preparePicture(upload, 'portrait'), addedBy: call.caller.accountId }
    return transact((tx) => setPersonPicture(tx, writerOf(call), { id, picture }))
  })
  serve(calls.removePersonPicture, ({ params: { id }, transact, ...call }) =>
    transact((tx) => setPersonPicture(tx, writerOf(call), { id, picture: null })),
  )
  serve(calls.setSmsOptOut, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => setSmsOptOut(tx, writerOf(call), { id, optedOut: body.optedOut })),
  )
}
