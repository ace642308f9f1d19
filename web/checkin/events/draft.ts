import type { EventRow } from '#contract/checkin/events.ts'
import { calendarDay, clockTime } from '../../languages/format.tsx'
import { classBodyOf, classDraftOf, type ClassDraft } from './class-draft.ts'

const DAY_MS = 86_400_000

/** Day (YYYY-MM-DD) and time (HH:mm) of an instant, as the clocks of a zone show them. */
function localParts(at: string, timeZone: string): { day: string; time: string } {
  const instant = new Date(at)
  return { day: calendarDay(instant, timeZone), time: clockTime(instant, timeZone) }
}

/** As the contract takes it: YYYY-MM-DDTHH:mm; null is ''. */
function localTime(at: string | null, timeZone: string): string {
  if (at === null) return ''
  const { day, time } = localParts(at, timeZone)
  return `${day}T${time}`
}

/** So many days later, of a calendar day; '' for what is no day. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`).getTime()
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}

/** An event as it is being typed, by the church's clocks; '' is what was left empty. */
export type EventDraft = {
  name: string
  place: string
  /** Calendar day of the beginning. */
  day: string
  starts: string
  ends: string
  /** The day it ends, when that is not the same day or the night after; '' otherwise. */
  lastDay: string
  opensAt: string
  closesAt: string
  /** Weeks between the days of a service that repeats; '' for one that does not. */
  everyWeeks: string
  /** Last day of the repetition; '' without an end. */
  untilDay: string
  classes: readonly ClassDraft[]
}

/** Where the day and the time of most services are: what is typed first is the name. */
export const emptyEvent: EventDraft = {
  name: '',
  place: '',
  day: '',
  starts: '09:00',
  ends: '11:30',
  lastDay: '',
  opensAt: '',
  closesAt: '',
  everyWeeks: '',
  untilDay: '',
  classes: [],
}

const DAYS_OF_WEEK = 7

/** A service every Sunday from the next one on, with these classes: what most churches begin with. */
export function sundayService(today: string, { name, classes }: Pick<EventDraft, 'name' | 'classes'>): EventDraft {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return { ...emptyEvent, name, classes, day: dayAfter(today, DAYS_OF_WEEK - weekday), everyWeeks: '1' }
}

type Times = Pick<EventDraft, 'day' | 'starts' | 'ends' | 'lastDay'>

/** What ends before it began goes on into the night. */
export const endsNextDay = ({ starts, ends, lastDay }: Times): boolean =>
  lastDay === '' && ends !== '' && ends <= starts

const endDay = (times: Times): string => times.lastDay || (endsNextDay(times) ? dayAfter(times.day, 1) : times.day)

export function eventDraftOf(event: EventRow, timeZone: string): EventDraft {
  const [start, end] = [localParts(event.startsAt, timeZone), localParts(event.endsAt, timeZone)]
  const times: Times = { day: start.day, starts: start.time, ends: end.time, lastDay: '' }
  return {
    name: event.name,
    place: event.place,
    ...times,
    lastDay: endDay(times) === end.day ? '' : end.day,
    opensAt: localTime(event.opensAt, timeZone),
    closesAt: localTime(event.closesAt, timeZone),
    everyWeeks: event.series && !event.series.ended ? String(event.series.intervalWeeks) : '',
    untilDay: event.series?.untilDay ?? '',
    classes: event.classes.map(classDraftOf),
  }
}

/** As the server takes it, but for what only a new one or only a change says. */
export const bodyOf = (draft: EventDraft) => ({
  name: draft.name.trim(),
  place: draft.place.trim(),
  startsAt: `${draft.day}T${draft.starts}`,
  endsAt: `${endDay(draft)}T${draft.ends}`,
  opensAt: draft.opensAt || null,
  closesAt: draft.closesAt || null,
  classes: draft.classes.map(classBodyOf),
})

export const repeatOf = ({ everyWeeks, untilDay }: EventDraft) =>
  everyWeeks === '' ? null : { intervalWeeks: Number(everyWeeks), untilDay: untilDay || null }

export const isEventChanged = (draft: EventDraft, before: EventDraft): boolean =>
  JSON.stringify([bodyOf(draft), repeatOf(draft)]) !== JSON.stringify([bodyOf(before), repeatOf(before)])

export type EventFault = 'name' | 'day' | 'starts' | 'ends' | 'lastDay' | 'closesAt' | 'untilDay' | 'classes'

/** What is still missing or makes no sense, before the server is asked. */
export function eventFaults(draft: EventDraft): ReadonlySet<EventFault> {
  const faults = new Set<EventFault>()
  if (draft.name.trim() === '') faults.add('name')
  if (draft.day === '') faults.add('day')
  if (draft.starts === '') faults.add('starts')
  if (draft.ends === '') faults.add('ends')
  if (draft.lastDay !== '' && `${draft.lastDay}T${draft.ends}` <= `${draft.day}T${draft.starts}`) faults.add('lastDay')
  if (draft.opensAt !== '' && draft.closesAt !== '' && draft.closesAt <= draft.opensAt) faults.add('closesAt')
  if (draft.everyWeeks !== '' && draft.untilDay !== '' && draft.untilDay < draft.day) faults.add('untilDay')
  if (draft.classes.length === 0) faults.add('classes')
  return faults
}
