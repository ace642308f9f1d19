import { type addEvent as call, type ClassInput, type EventRow, MADE_AHEAD_DAYS } from '#contract/checkin/events.ts'
import type { Received } from '#contract/endpoint.ts'
import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { checkEvent } from './check-event.ts'
import {
  insertClass,
  lockGroups,
  insertEvent,
  insertSeries,
  copyClasses,
  selectLatest,
  findSeriesToMake,
  lockSeries,
  saveMadeUntil,
  selectTimeZone,
} from './event-store.ts'
import { readEvent } from './read-events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { addDays } from '../../platform/runtime/index.ts'
import { shapeOf, timesOn } from './event-shape.ts'

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

type Making = { tenantId: TenantId; seriesId: string; timeZone: string; at: Date }

/** Makes the days of a series as far ahead as they are made, each like the latest one. Again makes nothing twice. */
async function makeDays(tx: Tx, { tenantId, seriesId, timeZone, at }: Making): Promise<void> {
  const series = await lockSeries(tx, seriesId)
  if (!series || series.isEnded) return
  const latest = await selectLatest(tx, seriesId)
  if (!latest) return
  const shape = shapeOf(latest, latest.day, timeZone)
  const ahead = addDays(dayIn(timeZone, at), MADE_AHEAD_DAYS)
  const last = series.untilDay !== null && series.untilDay < ahead ? series.untilDay : ahead
  const step = series.intervalWeeks * 7
  let { madeUntil } = series
  for (let day = addDays(madeUntil, step); day <= last; day = addDays(day, step)) {
    const { name, place, bannerId } = latest
    const event = { name, place, bannerId, seriesId, day, ...timesOn(shape, day, timeZone) }
    const id = await insertEvent(tx, tenantId, event, at)
    if (id !== null) await copyClasses(tx, latest.id, id)
    madeUntil = day
  }
  if (madeUntil !== series.madeUntil) await saveMadeUntil(tx, seriesId, madeUntil)
}

/** The same for every series of every church: once a day is enough. */
export async function makeAllDays(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock } = context
  const at = clock.now()
  // A day more: some zones are a day ahead of this one.
  const until = addDays(at.toISOString().slice(0, 10), MADE_AHEAD_DAYS + 1)
  const series = await database.withoutTenant((tx) => findSeriesToMake(tx, until))
  await oneByOne(context, series, ({ tenantId, seriesId }) =>
    database.withTenant(tenantId, async (tx) =>
      makeDays(tx, { tenantId, seriesId, timeZone: await selectTimeZone(tx), at }),
    ),
  )
}
