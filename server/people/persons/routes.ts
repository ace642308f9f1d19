import * as calls from '#contract/people/persons.ts'
import { preparePicture } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { withinLargest } from '../capacity/room.ts'
import { addPerson } from './add-person.ts'
import { editPerson } from './edit-person.ts'
import { exportPeople } from './export-people.ts'
import { namePeople } from './name-people.ts'
import { readPerson } from './read-person.ts'
import { setPersonPicture } from './set-person-picture.ts'
import { setSmsOptOut } from './set-sms-opt-out.ts'
import { writerOf } from './writer.ts'

export function routes(serve: Serve, { database }: House): void {
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
