import type { EventRow } from '#contract/checkin/events.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { tellCancelledJob } from '../waiting/jobs.ts'
import type { Planner } from './add-event.ts'
import { hasChildrenIn, lockEvent, lockFollowing, markCancelled } from './event-store.ts'
import { readEvent } from './read-event.ts'
import { endSeries } from './series-store.ts'

/**
 * Cancels an event, with `following` its series from there on. Again is the same answer. Throws `not_found`, `in_class`
 * while children are in their classes, and `invalid_input` for one that is over.
 */
export async function cancelEvent(
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
