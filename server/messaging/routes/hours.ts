import { wallTime } from '../../platform/runtime/index.ts'
import { placeOf, type Place } from './place-of-number.ts'

/** Of a day, `HH:mm` on a clock; closes `24:00` at the latest. */
export type OpenHours = { opens: string; closes: string }

export type HoursRule = {
  /** Of the recipient; null: every country without a rule of its own. */
  country: string | null
  /** Whose clock decides. Of a number that may be in several zones it must be open in each of them. */
  zone: 'church' | 'recipient'
  /** Monday to Sunday; null: not on that day. */
  week: readonly (OpenHours | null)[]
  /** What had to wait leaves then instead of at the opening. */
  releases: string | null
  closedOnHolidays: boolean
  /** On days without hours, for churches whose people agreed; null: nothing can be agreed. */
  agreed: OpenHours | null
}

/** When messages of one kind may leave by one route, for one church. */
export type Hours = {
  /** The church's zone. */
  zone: string
  /** By country; under '' that for every other. Where there is none they leave at any time. */
  rules: ReadonlyMap<string, HoursRule>
  /** `ZA 2026-12-16`, of the countries whose rule asks. */
  holidays: ReadonlySet<string>
  /** Countries of which the church states that its people agreed. */
  agreed: ReadonlySet<string>
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
/** Clocks are changed at quarters of an hour only. */
const QUARTER_MS = 15 * MINUTE_MS
/** A rule that opens on no day for so long is asked again then. */
const HORIZON_MS = 14 * DAY_MINUTES * MINUTE_MS

/**
 * When a message to this number leaves: `at` itself when it may, else the next instant at which it may. Of one that was
 * taken on earlier and had to wait since then, `takenOnAt` keeps it waiting until the release.
 */
export function leavesAt(hours: Hours, address: string, at: Date, takenOnAt: Date = at): Date {
  const place = placeOf(address)
  const rule = ruleFor(hours, place)
  if (!rule) return at
  const zones = rule.zone === 'church' ? [hours.zone] : place.zones
  const days: Days = { rule, isClosed: closedDays(hours, rule, place), agreed: agreedHours(hours, rule, place) }
  const first = departure(days, zones, takenOnAt.getTime())
  return first > at.getTime() ? new Date(first) : new Date(departure(days, zones, at.getTime()))
}

/** The hours of the day on which a message leaves, and whose clock that is; null: there is no rule. */
export function hoursOn(hours: Hours, address: string, at: Date): ({ timeZone: string } & Partial<OpenHours>) | null {
  const place = placeOf(address)
  const rule = ruleFor(hours, place)
  if (!rule) return null
  const timeZone = rule.zone === 'church' ? hours.zone : (place.zones[0] ?? hours.zone)
  const days: Days = { rule, isClosed: closedDays(hours, rule, place), agreed: agreedHours(hours, rule, place) }
  return { timeZone, ...hoursOfDay(days, wallTime(timeZone, at).slice(0, DAY_LETTERS)) }
}

/** The rule of a number's country. */
const ruleFor = ({ rules }: Pick<Hours, 'rules'>, { isoCode }: Place): HoursRule | null =>
  rules.get(isoCode ?? '') ?? rules.get('') ?? null

type Days = { rule: HoursRule; isClosed: (day: string) => boolean; agreed: OpenHours | null }

const closedDays =
  ({ holidays }: Hours, { closedOnHolidays }: HoursRule, { isoCode }: Place) =>
  (day: string): boolean =>
    closedOnHolidays && holidays.has(`${isoCode} ${day}`)

const agreedHours = (hours: Hours, { agreed }: HoursRule, { isoCode }: Place): OpenHours | null =>
  isoCode !== null && hours.agreed.has(isoCode) ? agreed : null

const DAY_LETTERS = 'YYYY-MM-DD'.length

function hoursOfDay({ rule, isClosed, agreed }: Days, day: string): OpenHours | null {
  const weekday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
  const usual = isClosed(day) ? null : (rule.week[weekday] ?? null)
  return usual ?? agreed
}

/** The first instant, not before `from`, at which it is open in every zone. */
function departure(days: Days, zones: readonly string[], from: number): number {
  if (zones.every((zone) => isOpen(days, zone, from))) return from
  const end = from + HORIZON_MS
  let next = from
  // Each zone in turn moves it on to where that zone is open, until none does.
  for (let before = -1; before !== next && next < end;) {
    before = next
    for (const zone of zones) next = nextRelease(days, zone, { from: next, end })
  }
  const [main] = zones
  // Zones that are never open together: that of most people decides.
  return next < end || main === undefined ? next : nextRelease(days, main, { from, end })
}

function isOpen(days: Days, zone: string, at: number): boolean {
  const { day, minute } = clockOf(zone, at)
  const hours = hoursOfDay(days, day)
  return hours !== null && minutesOf(hours.opens) <= minute && minute < minutesOf(hours.closes)
}

/** When what waits in a zone leaves: between release and closing. */
function nextRelease(days: Days, zone: string, { from, end }: { from: number; end: number }): number {
  let at = from
  while (at < end) {
    const { day, minute, ahead } = clockOf(zone, at)
    const hours = hoursOfDay(days, day)
    const opens = hours && minutesOf(days.rule.releases ?? hours.opens)
    if (hours && opens !== null && opens <= minute && minute < minutesOf(hours.closes)) return at
    const target = opens !== null && minute < opens ? opens : DAY_MINUTES
    const jump = at - (at % MINUTE_MS) + (target - minute) * MINUTE_MS
    // Where the clocks are changed in between, minutes on the wall are not minutes: no further than they surely are.
    at = clockOf(zone, jump).ahead === ahead ? jump : Math.min(jump, at - (at % QUARTER_MS) + QUARTER_MS)
  }
  return end
}

/** What the clock of a zone shows, and by how much it is ahead of UTC. */
function clockOf(zone: string, at: number): { day: string; minute: number; ahead: number } {
  const wall = wallTime(zone, new Date(at))
  const minute = minutesOf(wall.slice(DAY_LETTERS + 1))
  const ahead = Date.parse(`${wall}Z`) - (at - (at % 1000))
  return { day: wall.slice(0, DAY_LETTERS), minute, ahead }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
