import type { addEvent as call, ClassInput, EventRow } from '#contract/checkin/events.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { TenantId, Tx } from '#server/platform/database/index.ts'
import { ApiError, type Actor } from '#server/platform/http/index.ts'
import { checkEvent } from './check-event.ts'
import { insertClass, lockGroups } from './class-store.ts'
import { insertEvent } from './event-store.ts'
import { makeDays } from './make-days.ts'
import { readEvent } from './read-event.ts'
import { insertSeries } from './series-store.ts'

/** Who plans events of which church, when; times are read on that church's clock. */
export type Planner = { tenantId: TenantId; timeZone: string; actor: Actor; at: Date }

/** Adds an event with its classes, or a service that repeats, whose days are made ahead. Throws `not_found` for a group that the church does not have. */
export async function addEvent(
  tx: Tx,
  planner: Planner,
  { repeat, ...input }: Received<typeof call>['body'],
): Promise<EventRow> {
  const { tenantId, timeZone, actor, at } = planner
  const { classes, ...event } = checkEvent(input, { timeZone, at })
  if (classes.some(({ id }) => id !== null)) throw new ApiError('not_found')
  if (repeat?.untilDay && repeat.untilDay < event.day)
    throw new ApiError('invalid_input', { fields: { 'repeat.untilDay': 'The last day must be after the first.' } })
  await checkGroups(tx, classes)
  const seriesId = repeat && (await insertSeries(tx, tenantId, { ...repeat, madeUntil: event.day }))
  const eventId = await insertEvent(tx, tenantId, { ...event, seriesId, bannerId: null }, at)
  if (eventId === null) throw new Error('An event was not kept')
  for (const [position, one] of classes.entries()) await insertClass(tx, { tenantId, eventId }, { ...one, position })
  if (seriesId) await makeDays(tx, { tenantId, seriesId, timeZone, at })
  const details = { name: event.name, day: event.day, classes: classes.length }
  await audit(tx, tenantId, actor, { act: 'event.added', details, at })
  return readEvent(tx, eventId, at)
}

/** Throws `not_found` for groups that the church does not have. */
export async function checkGroups(tx: Tx, classes: readonly Pick<ClassInput, 'groupId'>[]): Promise<void> {
  const ids = [...new Set(classes.flatMap(({ groupId }) => groupId ?? []))]
  if (ids.length > 0 && (await lockGroups(tx, ids)) < ids.length) throw new ApiError('not_found')
}
