import { reminders } from '#contract/followup/look-ups.ts'
import { addDays, instantOf, wallTime } from '../../platform/runtime/index.ts'

/** A day alone is due at the end of an office's day. */
const DUE_TIME = '17:00'
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(\.\d+)?)?$/
const US_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** Reads when something is due: an instant, or a time of the church's clocks. Null: none of the two. */
export function dueAt(text: string, timeZone: string): Date | null {
  const given = text.trim()
  if (INSTANT.test(given)) return validOrNull(new Date(given))
  const us = US_DAY.exec(given)
  if (us) return instantOf(timeZone, `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}T${DUE_TIME}`)
  if (DAY.test(given)) return instantOf(timeZone, `${given}T${DUE_TIME}`)
  const local = LOCAL.exec(given)
  return local ? instantOf(timeZone, `${local[1]}T${local[2]}`) : null
}

const validOrNull = (at: Date): Date | null =>
  Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1900 || at.getUTCFullYear() > 9998 ? null : at

const words: readonly [RegExp, number][] = [
  [/^30 ?min/i, 30],
  [/^1 ?hour/i, 60],
  [/^1 ?day/i, DAY_MINUTES],
]

/** Minutes before: 30, 60 or 1440, as a number or in words; an instant is the nearest of them. Undefined: none of these. */
export function reminderOf(given: string | number, due: Date | null): number | undefined {
  const minutes = reminders.find((each) => each === Number(given))
  if (minutes !== undefined) return minutes
  const said = words.find(([pattern]) => pattern.test(`${given}`))?.[1]
  if (said !== undefined || due === null || !INSTANT.test(`${given}`)) return said
  const before = (due.getTime() - Date.parse(`${given}`)) / MINUTE_MS
  return reminders.toSorted((one, other) => Math.abs(one - before) - Math.abs(other - before))[0]
}

/** When somebody is reminded. A day before is the same time on the clocks of the day before, also where these were moved. */
export function remindAt(due: Date | null, reminder: number | null, timeZone: string): Date | null {
  if (due === null || reminder === null) return null
  if (reminder !== DAY_MINUTES) return new Date(due.getTime() - reminder * MINUTE_MS)
  const [day = '', time = ''] = wallTime(timeZone, due).split('T')
  return instantOf(timeZone, `${addDays(day, -1)}T${time.slice(0, 5)}`)
}
