import type { readStationDay } from '#contract/checkin/station.ts'
import type { Result } from '#contract/endpoint.ts'
import { calendarDay } from '../../languages/format.tsx'
import { presentTime } from '../../device/clock.ts'

type DayAnswer = Result<typeof readStationDay>

/** What a station has to know to open without a network: which church and which events; nobody of them. */
export type KeptDay = {
  tenantId: string
  /** Of whoever is signed in: null in what was kept before this was. */
  accountId: string | null
  churchName: string
  timeZone: string
  day: DayAnswer
  /** The event that was chosen of several. */
  eventId: string | null
}

/** Goes with everything else when somebody signs out. */
const KEY = 'nx.station'

export const keepDay = (kept: KeptDay): void => localStorage.setItem(KEY, JSON.stringify(kept))

/** What was kept, with today's events being those of this day; null: nothing that makes sense. */
export function keptDay(text: string | null, now: Date): KeptDay | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptDay | null
    return kept && { ...kept, day: { ...kept.day, events: ofToday(kept, now) } }
  } catch {
    return null
  }
}

export const readKeptDay = (): KeptDay | null => keptDay(localStorage.getItem(KEY), presentTime())

/** As the server counts: doors are open so long before an event begins and after it ends, past midnight too. */
const AROUND_EVENT_MS = 3 * 60 * 60 * 1000

const isNear = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }, now: Date): boolean =>
  now.getTime() >= Date.parse(startsAt) - AROUND_EVENT_MS && now.getTime() <= Date.parse(endsAt) + AROUND_EVENT_MS

const ofToday = ({ timeZone, day }: KeptDay, now: Date): DayAnswer['events'] =>
  day.events.map((event) => ({
    ...event,
    isToday: isNear(event, now) || calendarDay(new Date(event.startsAt), timeZone) === calendarDay(now, timeZone),
  }))
