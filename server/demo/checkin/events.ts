import type { ClassInput } from '#contract/checkin/events.ts'
import { wallTime } from '#server/platform/clock.ts'
import { addDays } from '../crowd/visit-days.ts'

export type DemoEvent = { name: string; day: string; from: string; until: string; classes: ClassInput[] }

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

const SUNDAYS_END = '11:00'
/** Who begins the demo later than this on a Sunday sees the next one: this one would soon be over. */
const LATEST = '10:00'

/** The next Sunday; on a Sunday well before the service's end that day. */
export function nextSunday(at: Date, timeZone: string): string {
  const [today = '', time = ''] = wallTime(timeZone, at).split('T')
  const daysAhead = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7
  return addDays(today, daysAhead === 0 && time >= LATEST ? 7 : daysAhead)
}

/** What Grace Chapel plans, and the service of the Sunday before last, when its classes were full. */
export function eventsOf(at: Date, timeZone: string): { past: DemoEvent; coming: [DemoEvent, DemoEvent] } {
  const day = nextSunday(at, timeZone)
  const service = { day, from: '09:00', until: SUNDAYS_END, classes: sunday }
  return {
    past: { ...service, name: 'Sunday Service', day: addDays(day, -14) },
    coming: [
      { ...service, name: 'Family Thanksgiving Service' },
      { name: 'Midweek Kids’ Club', day: addDays(day, 3), from: '17:00', until: '18:30', classes: midweek },
    ],
  }
}
