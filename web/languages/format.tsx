import { useLingui } from '@lingui/react'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { presentTime } from '../device/clock.ts'

const Zone = createContext('UTC')

/** Everything below is shown in this time zone: the church's, never the device's. */
export const ZoneProvider = ({ timeZone, children }: { timeZone: string; children: ReactNode }) => (
  <Zone value={timeZone}>{children}</Zone>
)

const DAY_MS = 86_400_000
/** A calendar day has no zone: it is read and shown in UTC. */
const dayOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** Calendar day (YYYY-MM-DD) of an instant in a zone. */
export const calendarDay = (at: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** Whole days from one calendar day to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string) =>
  Math.round((dayOf(to).getTime() - dayOf(from).getTime()) / DAY_MS)

/** A calendar day so many days after another; before it, with a minus. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Hour (0–23) of an instant in a zone. */
export const hourIn = (at: Date, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(at))

function formatter(language: string, timeZone: string) {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const instant = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, { ...options, timeZone })
  const time = instant({ timeStyle: 'short' })
  const [shortDay, mediumDay, longDay] = [
    day({ month: 'short', day: 'numeric' }),
    day({ dateStyle: 'medium' }),
    day({ weekday: 'long', month: 'long', day: 'numeric' }),
  ]
  const [weekdayTime, dateTime] = [
    instant({ weekday: 'short', hour: 'numeric', minute: '2-digit' }),
    instant({ dateStyle: 'medium', timeStyle: 'short' }),
  ]
  const wallTime = day({ dateStyle: 'medium', timeStyle: 'short' })
  return {
    timeZone,
    /** 1,200 */
    number: (value: number) => number.format(value),
    /** 98.9% of a share between 0 and 1. */
    percent: (share: number) => percent.format(share),
    /** Nov 20, of a calendar day YYYY-MM-DD. */
    shortDay: (value: string) => shortDay.format(dayOf(value)),
    /** Nov 20, 2026, of a calendar day. */
    day: (value: string) => mediumDay.format(dayOf(value)),
    /** Friday, November 20, of a calendar day. */
    longDay: (value: string) => longDay.format(dayOf(value)),
    /** 5:30 PM, of an instant. */
    time: (value: string | Date) => time.format(new Date(value)),
    /** Nov 20, 2026, 5:30 PM, of an instant. */
    dateTime: (value: string | Date) => dateTime.format(new Date(value)),
    /** Nov 20, 2026, 5:30 PM, of a calendar day and the time on the clock there. */
    wallTime: (day: string, clock: string) => wallTime.format(new Date(`${day}T${clock}Z`)),
    /** Wed 5:30 PM within the last six days, else with the date. */
    lately: (value: string, now = presentTime()) =>
      now.getTime() - new Date(value).getTime() < 6 * DAY_MS
        ? weekdayTime.format(new Date(value))
        : dateTime.format(new Date(value)),
  }
}

export type Format = ReturnType<typeof formatter>

/** Numbers, days and times in the user's language and the church's zone. */
export function useFormat(): Format {
  const { i18n } = useLingui()
  const timeZone = useContext(Zone)
  return useMemo(() => formatter(i18n.locale, timeZone), [i18n.locale, timeZone])
}
