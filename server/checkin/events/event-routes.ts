import * as calls from '#contract/checkin/events.ts'
import { preparePicture, audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Actor, type Caller, type Serve, ApiError } from '../../platform/http/index.ts'
import { addEvent, type Planner } from './add-event.ts'
import { editEvent } from './edit-event.ts'
import { listEvents, readEvent } from './read-events.ts'
import { setBanner } from './set-banner.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { hasChildrenIn, lockEvent, lockFollowing, markCancelled, endSeries } from './event-store.ts'
import { tellCancelledJob } from './event-workers.ts'

/**
 * Cancels an event, with `following` its series from there on. Again is the same answer. Throws `not_found`, `in_class`
 * while children are in their classes, and `invalid_input` for one that is over.
 */
async function cancelEvent(
  tx: Tx,
  { tenantId, actor, at, enqueue }: Planner & { enqueue: Enqueue },
  { id, scope }: { id: string; scope: 'this' | 'following' },
): Promise<EventRow> {
  const event = await lockEvent(tx, id)
  if (!event) throw new ApiError('not_found')
  if (event.endsAt <= at) throw new ApiError('invalid_input', { fields: { id: 'This event is over.' } })
  const isWhole = scope === 'following' && event.seriesId !== null
  const later = isWhole && event.seriesId ? await lockFollowing(tx, event.seriesId, event.day) : []
  const open = [...(event.cancelledAt ? [] : [event]), ...later].map((one) => one.id)
  if (await hasChildrenIn(tx, open)) throw new ApiError('in_class')
  if (isWhole && event.seriesId) await endSeries(tx, event.seriesId, at)
  if (open.length > 0) {
    await markCancelled(tx, open, at)
    for (const eventId of open) await enqueue(tx, tellCancelledJob, { tenantId, eventId })
    const details = { name: event.name, day: event.day, events: open.length }
    await audit(tx, tenantId, actor, { act: 'event.cancelled', details, at })
  }
  return readEvent(tx, id, at)
}

type Calling = { caller: Caller; actor: Actor; at: Date }

const plannerOf = ({ caller: { tenantId, church }, actor, at }: Calling): Planner => ({
  tenantId,
  timeZone: church.timeZone,
  actor,
  at,
})

/** The staff's side of events. */
export function eventRoutes(serve: Serve, { enqueue }: AppContext): void {
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
