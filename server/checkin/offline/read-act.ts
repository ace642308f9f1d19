import { stationAct, type StationAct } from '#contract/checkin/offline.ts'
import { refusalOf, valuesIn } from '#server/platform/http/index.ts'

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The act in the text that was signed, with its ids as the database writes them; null: it is none. */
export function readAct(body: string): StationAct | null {
  // To the body that brought it this was one text: as a text of its own it has the same bounds.
  const bytes = Buffer.from(body)
  if (refusalOf(bytes, valuesIn(bytes.length))) return null
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
