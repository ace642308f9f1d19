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
