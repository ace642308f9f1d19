import type { ClassInput, editEvent as call, EventRow } from '#contract/checkin/events.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { Tx, TenantId } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { freePlaces, heardOfSince } from './places.ts'
import { checkGroups, type Planner } from './add-event.ts'
import { checkEvent, type CheckedEvent, type EventFields } from './check-event.ts'
import {
  lockEventClasses,
  type KeptClass,
  insertClass,
  removeClasses,
  updateClass,
  hasAttendance,
  isDayTaken,
  lockEvent,
  lockFollowing,
  updateEvent,
  type KeptEvent,
  lockSeries,
  saveMadeUntil,
} from './event-store.ts'
import { addDays, daysBetween } from '../../platform/runtime/index.ts'
import { shapeOf, timesOn } from './event-shape.ts'
import { readEvent } from './read-events.ts'
import { takeBackLeases } from './place-store.ts'
import { giveCode, moveFreeCodes, selectStayedBehind } from './code-store.ts'

/** Takes the codes of an event to another day. One that somebody else has on that day is replaced: passes show the new one. */
async function moveCodes(
  tx: Tx,
  tenantId: TenantId,
  { eventId, day }: { eventId: string; day: string },
): Promise<void> {
  await moveFreeCodes(tx, eventId, day)
  for (const registrationId of await selectStayedBehind(tx, eventId, day))
    await giveCode(tx, tenantId, { day, registrationId })
}

type Of = { tenantId: TenantId; eventId: string; at: Date }

/**
 * Makes the classes of an event those of the list, in its order. Throws `not_found` for a class that is none of the
 * event's, and `places_taken` (class id → places taken) for one that would have fewer places than are taken, or that is to
 * go while somebody is in it. Places of stations that were not heard of for long come back before. Answers the classes as they were before, which stay locked.
 */
async function editClasses(tx: Tx, of: Of, classes: readonly ClassInput[]): Promise<KeptClass[]> {
  const { eventId, at } = of
  let before = await lockEventClasses(tx, eventId)
  if (classes.some(({ id }) => id !== null && !before.some((one) => one.id === id))) throw new ApiError('not_found')
  const held = tooFewIn(before, classes).filter(({ leased }) => leased > 0)
  if (held.length > 0) {
    const ids = held.map(({ id }) => id)
    await takeBackLeases(tx, ids, heardOfSince(at))
    before = await lockEventClasses(tx, eventId)
  }
  const tooFew = tooFewIn(before, classes)
  if (tooFew.length > 0) throw placesTaken(tooFew, classes)
  const gone = before.filter((one) => !classes.some(({ id }) => id === one.id))
  if (gone.length > 0)
    await removeClasses(
      tx,
      gone.map(({ id }) => id),
      of.at,
    )
  for (const [position, { id, ...one }] of classes.entries())
    await (id === null ? insertClass(tx, of, { ...one, position }) : updateClass(tx, id, { ...one, position }))
  return before
}

/** Classes that would have fewer places than are taken, or that are to go while somebody is in them. */
const tooFewIn = (before: readonly KeptClass[], classes: readonly ClassInput[]): KeptClass[] =>
  before.filter(({ id, taken }) => taken > placesIn(classes, id))

/** Places that a class is to have: none when it is to go. */
function placesIn(classes: readonly ClassInput[], classId: string): number {
  const one = classes.find(({ id }) => id === classId)
  return one ? (one.capacity ?? Infinity) : 0
}

function placesTaken(tooFew: readonly KeptClass[], classes: readonly ClassInput[]): ApiError {
  const fields = Object.fromEntries(tooFew.map(({ id, taken }) => [id, `${taken}`]))
  // Without the stations there would be places enough: nobody can move children who are not there.
  const isHeld = tooFew.every(({ id, taken, leased }) => taken - leased <= placesIn(classes, id))
  if (!isHeld) return new ApiError('places_taken', { fields })
  const message =
    'A station holds places of this class. They are free again once it was not heard of for half a day, or when you shut the station out.'
  return new ApiError('places_taken', { fields, message })
}

/**
 * The same classes for another event of the series, by the names they had: there a class never gets fewer places than are
 * taken, and stays while somebody is in it.
 */
function classesFor(
  there: readonly KeptClass[],
  { before, after }: { before: readonly KeptClass[]; after: readonly ClassInput[] },
): ClassInput[] {
  const left = new Map(there.map((one) => [one.name.toLowerCase(), one]))
  const takeByName = (name: string): KeptClass | undefined => {
    const one = left.get(name.toLowerCase())
    left.delete(name.toLowerCase())
    return one
  }
  const matched = after.map((one) => {
    const own = takeByName(before.find(({ id }) => id === one.id)?.name ?? one.name)
    if (!own) return { ...one, id: null }
    return { ...one, id: own.id, capacity: one.capacity === null ? null : Math.max(one.capacity, own.taken) }
  })
  const stay = [...left.values()].filter(
    ({ name, taken }) => taken > 0 || !before.some((one) => one.name.toLowerCase() === name.toLowerCase()),
  )
  return [...matched, ...stay]
}

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
