import { useLingui } from '@lingui/react'
import { createContext, useContext, type ReactNode } from 'react'
import { presentTime } from '../device/clock.ts'
import { keptBy, once } from './kept.ts'

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
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
/** Time (HH:mm) on the clocks of a zone at an instant. */
export const clockTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en', { ...CLOCK, timeZone }).format(at)

/** Hour (0–23) of an instant in a zone. */
export const hourIn = (at: Date, timeZone: string) => Number(clockTime(at, timeZone).slice(0, 2))

const WEEKDAY_TIME = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
const WEEKDAY_DATE_TIME = { ...WEEKDAY_TIME, month: 'short', day: 'numeric' } as const
/** A Monday: days of the week are named by their distance from it. */
const MONDAY = Date.UTC(2024, 0, 1)
/** A leap year: it has every day that a birthday can be on. */
const ANY_YEAR = 2000
const MONTHS = 12
const KILO = 1024
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const SIZES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

type Instant = string | Date
type Birthday = { birthDay: number | null; birthMonth: number | null; birthYear: number | null }

function sizeOf(bytes: number): { amount: number; unit: string } {
  const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILO)), 1), SIZES.length)
  return { amount: bytes / KILO ** power, unit: SIZES[power - 1] ?? 'kilobyte' }
}

/** `28 Nov, 30 Nov and 2 Dec`. */
const listsIn = (language: string) => (items: readonly string[]) => new Intl.ListFormat(language).format(items)

/** Numbers, days and times in a language and a zone. */
export function formatIn(language: string, timeZone: string) {
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }))
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(language, { ...options, timeZone }))
  const number = (options: Intl.NumberFormatOptions) => {
    const format = once(() => new Intl.NumberFormat(language, options))
    return (value: number) => format().format(value)
  }
  const day = (options: Intl.DateTimeFormatOptions) => {
    const format = inUtc(options)
    return (value: string) => format().format(dayOf(value))
  }
  const instant = (options: Intl.DateTimeFormatOptions) => {
    const format = inZone(options)
    return (value: Instant) => format().format(new Date(value))
  }
  const [dateTime, weekdayTime] = [instant({ dateStyle: 'medium', timeStyle: 'short' }), instant(WEEKDAY_TIME)]
  const wallTime = inUtc({ dateStyle: 'medium', timeStyle: 'short' })
  const [timesOfDay, timesOfDays] = [inZone({ timeStyle: 'short' }), inZone(WEEKDAY_DATE_TIME)]
  const month = inUtc({ month: 'long' })
  const arch = [instant({ month: 'short' }), instant({ day: 'numeric' }), instant({ weekday: 'short' })] as const
  const clock = inUtc({ hour: 'numeric', minute: '2-digit' })
  const weekdays = { short: inUtc({ weekday: 'short' }), long: inUtc({ weekday: 'long' }) }
  return {
    timeZone,
    /** 1,200 */
    number: number({}),
    /** 98.9% of a share between 0 and 1. */
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    /** Always to one decimal, as figures below each other are: `42.0%`, `3.0`. */
    share: number({ style: 'percent', ...TENTHS }),
    tenths: number(TENTHS),
    list: listsIn(language),
    /** 18.4 MB, of bytes. */
    fileSize: (bytes: number) => {
      const { amount, unit } = sizeOf(bytes)
      return number({ style: 'unit', unit, maximumFractionDigits: 1 })(amount)
    },
    /** Nov 20, of a calendar day YYYY-MM-DD. */
    shortDay: day({ month: 'short', day: 'numeric' }),
    /** Nov 20, 2026, of a calendar day. */
    day: day({ dateStyle: 'medium' }),
    /** Friday, November 20, of a calendar day. */
    longDay: day({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** 5:30 PM, of an instant. */
    time: instant({ timeStyle: 'short' }),
    /** Nov 20, 2026, 5:30 PM, of an instant. */
    dateTime,
    /** Sunday, of an instant. */
    weekday: instant({ weekday: 'long' }),
    /** Sunday, November 22, of an instant. */
    longDate: instant({ weekday: 'long', month: 'long', day: 'numeric' }),
    /** Sunday, November 22, 9:00 AM, of an instant. */
    longDateTime: instant({ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
    /** Sun, Nov 22, 8:00 AM, of an instant. */
    shortDateTime: instant(WEEKDAY_DATE_TIME),
    /** Nov, 22 and Sun, of an instant. */
    dayParts: (at: Instant) => ({ month: arch[0](at), day: arch[1](at), weekday: arch[2](at) }),
    /** Nov 20, 2026, 5:30 PM, of a calendar day and the time on the clock there. */
    wallTime: (day: string, clock: string) => wallTime().format(new Date(`${day}T${clock}Z`)),
    /** 5:30 PM, of a time on a clock: 17:30. */
    clock: (time: string) => clock().format(new Date(`1970-01-01T${time}Z`)),
    /** Wed 5:30 PM within the last six days, else with the date. */
    lately: (value: string, now = presentTime()) =>
      (now.getTime() - new Date(value).getTime() < 6 * DAY_MS ? weekdayTime : dateTime)(value),
    /** 9:00 – 11:30 AM, with the days when the end is on another one. */
    times: (startsAt: Instant, endsAt: Instant) => {
      const [start, end] = [new Date(startsAt), new Date(endsAt)]
      const isOneDay = calendarDay(start, timeZone) === calendarDay(end, timeZone)
      return (isOneDay ? timesOfDay : timesOfDays)().formatRange(start, end)
    },
    /** January to December. */
    months: () => Array.from({ length: MONTHS }, (_, at) => month().format(Date.UTC(ANY_YEAR, at))),
    /** Monday (1) to Sunday (7). */
    weekdayName: (weekday: number, length: 'short' | 'long') =>
      weekdays[length]().format(new Date(MONDAY + (weekday - 1) * DAY_MS)),
    /** A birthday as far as it is known: June 3, June 1990, 1990; '' for none. */
    birthday: ({ birthDay, birthMonth, birthYear }: Birthday) => {
      if (birthMonth === null && birthYear === null) return ''
      const known = inUtc({
        ...(birthDay !== null && { day: 'numeric' }),
        ...(birthMonth !== null && { month: 'long' }),
        ...(birthYear !== null && { year: 'numeric' }),
      })
      return known().format(Date.UTC(birthYear ?? ANY_YEAR, (birthMonth ?? 1) - 1, birthDay ?? 1))
    },
  }
}

export type Format = ReturnType<typeof formatIn>

const inLanguageAndZone = keptBy(formatIn)

/** Numbers, days and times in the user's language and the church's zone. */
export const useFormat = (): Format => inLanguageAndZone(useLingui().i18n.locale, useContext(Zone))
