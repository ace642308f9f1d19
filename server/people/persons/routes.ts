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
import { allowAgain, optOut, releaseAddress } from '../consent/index.ts'

type OptOutChange = { id: string; channel: 'sms' | 'all'; optedOut: boolean }

/** Notes at the desk that a person wants no bulk messages, or wants them again: for number and address, whoever else has them. */
async function setOptOut(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, channel, optedOut }: OptOutChange,
): Promise<PersonDetail> {
  const { phone, email } = await lockPerson(tx, id)
  const addresses = [phone, channel === 'all' ? email?.toLowerCase() : null].filter((one) => typeof one === 'string')
  if (addresses.length === 0) throw new ApiError('invalid_input', { fields: { phone: NO_ADDRESS[channel] } })
  const stop = async (): Promise<boolean> => {
    const made = addresses.map((address) => optOut(tx, tenantId, { channel, address, source: 'desk', at }))
    return (await Promise.all(made)).includes(true)
  }
  const changed = optedOut ? await stop() : await allowAgain(tx, { channels: [channel], addresses })
  const details = { channel, optedOut }
  if (changed) await audit(tx, tenantId, actor, { act: 'person.opted_out', subjectId: id, details, at })
  return readPerson(tx, id, at)
}

/** Lets bulk emails go to the person's address again. Again changes nothing. */
async function releaseEmail(
  tx: Tx,
  { tenantId, actor, at }: Writer,
  { id, accountId, reason }: { id: string; accountId: string; reason: string },
): Promise<PersonDetail> {
  const { email } = await lockPerson(tx, id)
  const released = email !== null && (await releaseAddress(tx, { address: email.toLowerCase(), accountId, reason, at }))
  const details = { reason }
  if (released) await audit(tx, tenantId, actor, { act: 'email.address_released', subjectId: id, details, at })
  return readPerson(tx, id, at)
}

const NO_ADDRESS = {
  sms: 'This person has no phone number.',
  all: 'This person has no phone number and no email.',
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
  serve(calls.releaseEmail, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => releaseEmail(tx, writerOf(call), { id, accountId: call.caller.accountId, ...body })),
  )

  serve(calls.setOptOut, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => setOptOut(tx, writerOf(call), { id, ...body })),
  )
}
