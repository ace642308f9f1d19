import type { ClassInput, editEvent as call, EventRow } from '#contract/checkin/events.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { ApiError } from '#server/platform/http/index.ts'
import type { Enqueue } from '#server/platform/jobs/index.ts'
import { moveCodes } from '../codes/move-codes.ts'
import { freePlaces } from '../waiting/free-places.ts'
import { checkGroups, type Planner } from './add-event.ts'
import { checkEvent, type CheckedEvent, type EventFields } from './check-event.ts'
import { lockEventClasses, type KeptClass } from './class-store.ts'
import { addDays, daysBetween } from './days.ts'
import { classesFor, editClasses } from './edit-classes.ts'
import { shapeOf, timesOn } from './event-shape.ts'
import { hasAttendance, isDayTaken, lockEvent, lockFollowing, updateEvent, type KeptEvent } from './event-store.ts'
import { readEvent } from './read-event.ts'
import { lockSeries, saveMadeUntil } from './series-store.ts'

type Editing = Planner & { enqueue: Enqueue }

/**
 * Changes an event, with `following` the later ones of its series too: by as many days, at the same time of day. Throws
 * `not_found` (cancelled ones too), `changed_meanwhile`, `places_taken`.
 */
export async function editEvent(
  tx: Tx,
  editing: Editing,
  { id, body: { scope, version, ...input } }: { id: string; body: Received<typeof call>['body'] },
): Promise<EventRow> {
  const { tenantId, timeZone, actor, at } = editing
  const { classes, ...fields } = checkEvent(input, { timeZone, at })
  const event = await lockEvent(tx, id)
  if (!event || event.cancelledAt) throw new ApiError('not_found')
  if (event.version !== version) throw new ApiError('changed_meanwhile')
  await checkGroups(tx, classes)
  const later = event.seriesId && scope === 'following' ? await lockFollowing(tx, event.seriesId, event.day) : []
  await moveDays(tx, { event, later, fields })
  const before = await editOne(tx, editing, { event, fields, classes })
  for (const one of later) await followEdit(tx, editing, one, { event, fields, before, after: classes })
  if (fields.day !== event.day) await checkMovable(tx, [event, ...later], at)
  const details = { name: fields.name, day: fields.day, events: later.length + 1 }
  await audit(tx, tenantId, actor, { act: 'event.changed', details, at })
  return readEvent(tx, id, at)
}

type Edit = { event: KeptEvent; fields: EventFields; classes: readonly ClassInput[] }

async function editOne(
  tx: Tx,
  { tenantId, at, enqueue }: Editing,
  { event, fields, classes }: Edit,
): Promise<KeptClass[]> {
  await updateEvent(tx, event.id, fields)
  if (fields.day !== event.day) await moveCodes(tx, tenantId, { eventId: event.id, day: fields.day })
  const before = await editClasses(tx, { tenantId, eventId: event.id, at }, classes)
  await freePlaces(tx, enqueue, { tenantId, classIds: before.map(({ id }) => id), at })
  return before
}

type Followed = { event: KeptEvent; fields: EventFields; before: readonly KeptClass[]; after: readonly ClassInput[] }

async function followEdit(tx: Tx, editing: Editing, one: KeptEvent, followed: Followed): Promise<void> {
  const { event, fields } = followed
  const { timeZone } = editing
  const day = addDays(one.day, daysBetween(event.day, fields.day))
  const times = timesOn(shapeOf(fields, fields.day, timeZone), day, timeZone)
  const classes = classesFor(await lockEventClasses(tx, one.id), followed)
  await editOne(tx, editing, { event: one, fields: { name: fields.name, place: fields.place, day, ...times }, classes })
}

/** What has happened stays on its day: the records of who came count on it. */
async function checkMovable(tx: Tx, events: readonly KeptEvent[], at: Date): Promise<void> {
  if (events.some(({ endsAt }) => endsAt <= at)) throw daysFault('The date of a past event cannot be changed.')
  const ids = events.map(({ id }) => id)
  if (await hasAttendance(tx, ids))
    throw daysFault('Someone has already been checked in, so the date cannot be changed.')
}

type Moving = { event: KeptEvent; later: readonly KeptEvent[]; fields: Pick<CheckedEvent, 'day'> }

/** A series has one event a day: when days change, all of them are free before the first is written. */
async function moveDays(tx: Tx, { event, later, fields }: Moving): Promise<void> {
  const { seriesId } = event
  const days = daysBetween(event.day, fields.day)
  if (!seriesId || days === 0) return
  const all = [event, ...later]
  const exceptIds = all.map(({ id }) => id)
  const series = await lockSeries(tx, seriesId)
  for (const one of all)
    if (await isDayTaken(tx, { seriesId, day: addDays(one.day, days), exceptIds }))
      throw daysFault('The event already takes place on that day.')
  if (series && later.length > 0) await saveMadeUntil(tx, seriesId, addDays(series.madeUntil, days))
  // Written from the far end, so that none is on another's day on the way.
  for (const one of days > 0 ? all.toReversed() : all)
    await updateEvent(tx, one.id, { ...one, day: addDays(one.day, days) })
}

const daysFault = (fault: string): ApiError => new ApiError('invalid_input', { fields: { startsAt: fault } })
