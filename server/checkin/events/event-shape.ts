import { addDays, daysBetween, instantOf, wallTime, type Day } from '../../platform/runtime/index.ts'

/** When something of an event is, on the church's wall: so many days after its day, at that time. */
type Moment = { days: number; time: string }

/** The times of an event without its day: what every day of a repeating service has in common. */
type Shape = { starts: Moment; ends: Moment; opens: Moment | null; closes: Moment | null }

export type Times = { startsAt: Date; endsAt: Date; opensAt: Date | null; closesAt: Date | null }

export function shapeOf({ startsAt, endsAt, opensAt, closesAt }: Times, day: Day, timeZone: string): Shape {
  const moment = (at: Date): Moment => {
    const [date = '', time = ''] = wallTime(timeZone, at).split('T')
    return { days: daysBetween(day, date), time: time.slice(0, 5) }
  }
  return {
    starts: moment(startsAt),
    ends: moment(endsAt),
    opens: opensAt && moment(opensAt),
    closes: closesAt && moment(closesAt),
  }
}

/** The same times on another day, whatever the clocks do between them. */
export function timesOn({ starts, ends, opens, closes }: Shape, day: Day, timeZone: string): Times {
  const at = ({ days, time }: Moment): Date => {
    const instant = instantOf(timeZone, `${addDays(day, days)}T${time}`)
    if (!instant) throw new Error('A day of a series is none of the calendar')
    return instant
  }
  return { startsAt: at(starts), endsAt: at(ends), opensAt: opens && at(opens), closesAt: closes && at(closes) }
}
