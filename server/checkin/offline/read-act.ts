import { stationAct, type StationAct } from '#contract/checkin/offline.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The act in the text that was signed, with its ids as the database writes them; null: it is none. */
export function readAct(body: string): StationAct | null {
  try {
    const parsed = stationAct.safeParse(JSON.parse(body, wholeText))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
function wholeText(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\0') || !value.isWellFormed()) throw new TypeError('Contains characters that are not text.')
  return ID.test(value) ? value.toLowerCase() : value
}

const LONGEST_AWAY_MS = 7 * 24 * 60 * 60 * 1000

/** When it was done by the station's clock, which may be wrong: not later than now, and not longer ago than a week. */
export function doneAtOf(text: string, now: Date): Date {
  const given = Date.parse(text)
  if (Number.isNaN(given)) return now
  return new Date(Math.min(now.getTime(), Math.max(given, now.getTime() - LONGEST_AWAY_MS)))
}
