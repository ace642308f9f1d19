import { instantsOf, nextShown } from '../../platform/runtime/index.ts'
import { ApiError } from '../../platform/http/index.ts'

/** Which of the two it is, in the hour that clocks show twice. */
type GoingTime = { goesAt: Date; which: 'only' | 'first' | 'second' }

const YEAR_MS = 366 * 86_400_000

/**
 * The instant at which the church's clocks show a time (`YYYY-MM-DDTHH:mm`). In the hour that they show twice it is the first
 * of the two that is still to come. Throws `time_passed`, `time_skipped`, `too_far_ahead`, `invalid_input`.
 */
export function goingTime(timeZone: string, local: string, now: Date): GoingTime {
  const instants = instantsOf(timeZone, local)
  if (!instants) throw new ApiError('invalid_input', { fields: { localTime: 'There is no such date or time.' } })
  const [only] = instants
  if (!only) throw skipped(timeZone, local)
  const goesAt = instants.find((instant) => instant.getTime() > now.getTime())
  if (!goesAt) throw new ApiError('time_passed')
  if (goesAt.getTime() - now.getTime() > YEAR_MS) throw new ApiError('too_far_ahead')
  const isTwice = instants.length > 1
  return { goesAt, which: isTwice ? (goesAt === only ? 'first' : 'second') : 'only' }
}

function skipped(timeZone: string, local: string): ApiError {
  const next = nextShown(timeZone, local) ?? ''
  const [time, day] = [next.slice(11), next.slice(0, 10)]
  const message = `The clocks go forward then and skip ${local.slice(11)}. The next time is ${time}${local.startsWith(day) ? '' : ` on ${day}`}.`
  return new ApiError('time_skipped', { message, fields: { next } })
}

/**
 * The time that an existing client wrote: the day of `date` (`YYYY-MM-DDTHH:mm:ss`) and `time` (`HH:mm:ss`), which may also
 * stand in `date`; without a date that of `executionDate`. Throws `invalid_input`.
 */
export function writtenLocalTime(written: {
  executionDate?: string | null | undefined
  date?: string | null | undefined
  time?: string | null | undefined
}): string {
  const [day, time] = (written.date || written.executionDate || '').trim().split('T')
  const local = `${day}T${(written.time || time || '').trim().slice(0, 5)}`
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local))
    throw new ApiError('invalid_input', { fields: { date: 'Write the date and the time.' } })
  return local
}
