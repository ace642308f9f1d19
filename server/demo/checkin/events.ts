import type { ClassInput } from '#contract/checkin/events.ts'
import { wallTime } from '#server/platform/runtime/index.ts'
import { addDays } from '../../platform/runtime/index.ts'

export type DemoEvent = {
  name: string
  day: string
  from: string
  until: string
  /** Left out: it ends on its day. */
  endDay?: string
  classes: ClassInput[]
}

const oneClass = (
  name: string,
  years: [from: number, until: number],
  capacity: number | null,
  ratio: number | null,
): ClassInput => ({
  id: null,
  groupId: null,
  name,
  ageFrom: years[0] * 12,
  ageUntil: years[1] * 12 + 11,
  capacity,
  ratio,
})

const sunday = [
  oneClass('Nursery (0–1)', [0, 1], 12, 3),
  oneClass('Toddlers (2–5)', [2, 5], 40, 6),
  oneClass('Primary (6–9)', [6, 9], 60, 10),
  oneClass('Teens (10–17)', [10, 17], null, null),
]
const midweek = [
  oneClass('Toddlers (2–5)', [2, 5], 40, 6),
  oneClass('Primary (6–9)', [6, 9], 80, 10),
  oneClass('Teens (10–17)', [10, 17], 200, null),
]

const [SUNDAYS_START, SUNDAYS_END] = ['09:00', '11:00']

/** The Sunday whose service is still to begin. */
function nextSunday(at: Date, timeZone: string): string {
  const [today = '', time = ''] = wallTime(timeZone, at).split('T')
  const daysAhead = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7
  return addDays(today, daysAhead === 0 && time >= SUNDAYS_START ? 7 : daysAhead)
}

/** What Grace Chapel plans, and the service of the Sunday before last, when its classes were full. */
export function eventsOf(at: Date, timeZone: string): { past: DemoEvent; coming: [DemoEvent, DemoEvent] } {
  const day = nextSunday(at, timeZone)
  const service = { day, from: SUNDAYS_START, until: SUNDAYS_END, classes: sunday }
  return {
    past: { ...service, name: 'Sunday Service', day: addDays(day, -14) },
    coming: [
      { ...service, name: 'Family Thanksgiving Service' },
      { name: 'Midweek Kids’ Club', day: addDays(day, 3), from: '17:00', until: '18:30', classes: midweek },
    ],
  }
}

/** Places of the class that is nearly full at the event that is open, and of the one for which somebody waits. */
export const [SMALL_CLASS, FULL_CLASS] = [12, 40]

const openDay = [
  oneClass('Nursery (0–3)', [0, 3], SMALL_CLASS, 3),
  oneClass('Primary (4–9)', [4, 9], FULL_CLASS, 8),
  oneClass('Teens (10–17)', [10, 17], null, null),
]

export const OPEN_DAY = 'Family Open Day'
const BEGUN_MS = 45 * 60_000
const QUARTER_MS = 15 * 60_000
const OPEN_MS = 8 * 60 * 60_000

/** An event that began some three quarters of an hour ago, on a quarter of the clock, and goes on for hours. */
export function openDayAt(at: Date, timeZone: string): DemoEvent {
  const start = Math.floor((at.getTime() - BEGUN_MS) / QUARTER_MS) * QUARTER_MS
  const [day = '', from = ''] = wallTime(timeZone, new Date(start)).split('T')
  const [endDay = '', until = ''] = wallTime(timeZone, new Date(start + OPEN_MS)).split('T')
  return { name: OPEN_DAY, day, from: from.slice(0, 5), endDay, until: until.slice(0, 5), classes: openDay }
}
