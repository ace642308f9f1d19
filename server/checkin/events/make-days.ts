import { MADE_AHEAD_DAYS } from '#contract/checkin/events.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { dayIn } from '../../platform/clock.ts'
import { oneByOne } from '../one-by-one.ts'
import { copyClasses } from './class-store.ts'
import { addDays } from './days.ts'
import { shapeOf, timesOn } from './event-shape.ts'
import { insertEvent, selectLatest } from './event-store.ts'
import { findSeriesToMake, lockSeries, saveMadeUntil, selectTimeZone } from './series-store.ts'

type Making = { tenantId: TenantId; seriesId: string; timeZone: string; at: Date }

/** Makes the days of a series as far ahead as they are made, each like the latest one. Again makes nothing twice. */
export async function makeDays(tx: Tx, { tenantId, seriesId, timeZone, at }: Making): Promise<void> {
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
