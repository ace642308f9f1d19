import * as calls from '#contract/checkin/events.ts'
import { preparePicture } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Actor, Caller, Serve } from '#server/platform/http/index.ts'
import { addEvent, type Planner } from './add-event.ts'
import { cancelEvent } from './cancel-event.ts'
import { editEvent } from './edit-event.ts'
import { listEvents } from './list-events.ts'
import { readEvent } from './read-event.ts'
import { setBanner } from './set-banner.ts'

type Calling = { caller: Caller; actor: Actor; at: Date }

const plannerOf = ({ caller: { tenantId, church }, actor, at }: Calling): Planner => ({
  tenantId,
  timeZone: church.timeZone,
  actor,
  at,
})

/** The staff's side of events. */
export function eventRoutes(serve: Serve, { enqueue }: House): void {
  serve(calls.listEvents, ({ query, at, transact }) => transact((tx) => listEvents(tx, query, at)))
  serve(calls.readEvent, ({ params: { id }, at, transact }) => transact((tx) => readEvent(tx, id, at)))
  serve(calls.addEvent, ({ body, transact, ...call }) => transact((tx) => addEvent(tx, plannerOf(call), body)))
  serve(calls.editEvent, ({ params: { id }, body, transact, ...call }) =>
    transact((tx) => editEvent(tx, { ...plannerOf(call), enqueue }, { id, body })),
  )
  serve(calls.cancelEvent, ({ params: { id }, body: { scope }, transact, ...call }) =>
    transact((tx) => cancelEvent(tx, { ...plannerOf(call), enqueue }, { id, scope })),
  )
  serve(calls.uploadBanner, async ({ params: { id }, upload, transact, ...call }) => {
    const bytes = await preparePicture(upload, 'banner')
    const { accountId } = call.caller
    return transact((tx) => setBanner(tx, plannerOf(call), { id, accountId, bytes }))
  })
  serve(calls.removeBanner, ({ params: { id }, transact, ...call }) =>
    transact((tx) => setBanner(tx, plannerOf(call), { id, accountId: call.caller.accountId, bytes: null })),
  )
}
